import { Button } from '@mantine/core'
import {
  type PensionMember,
  type PensionScheme,
  pensionMembers,
  pensionSchemes,
} from '@mshahara/contract/pensions'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Detail } from '../ui/detail.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconPencil, IconPigMoney } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { RecordModal } from '../ui/record-modal.tsx'
import { Records } from '../ui/records.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { memberColumns, termsIn } from './cells.tsx'
import { blankMember, MemberFields } from './member-form.tsx'
import { kindOf, schemeForm } from './scheme-form.tsx'
import { UploadButton, UploadMembers } from './upload.tsx'

const columns: Column<PensionMember>[] = [
  {
    key: 'employee',
    title: 'Employee',
    lead: true,
    link: ({ employee_id }) => `/employee/${employee_id}`,
    render: ({ employee, employee_no }) => `${employee} (${employee_no})`,
  },
  ...memberColumns,
]

/** The members of a scheme are changed one by one here, many by a sheet. */
const calls = { ...pensionMembers, list: pensionSchemes.members }

export default function Scheme() {
  const id = useParam('id')
  const { data: schemes, isPending } = useRead(pensionSchemes.list)
  const scheme = schemes?.find((one) => one.id === id)
  if (scheme) return <Members scheme={scheme} />
  return (
    <Page title="Pension Scheme" back={back}>
      {isPending ? (
        <HeadSkeleton label="Loading the scheme" />
      ) : (
        <div className="card">
          <Empty icon={IconPigMoney} title="There is no such pension scheme" />
        </div>
      )}
    </Page>
  )
}

const back = { label: 'Back to pension schemes', to: '/pension-schemes' }

function Members({ scheme }: { scheme: PensionScheme }) {
  const may = useMay()
  const [uploading, setUploading] = useState(false)
  return (
    <>
      <Records
        calls={calls}
        of={scheme.id}
        title={scheme.name}
        back={back}
        one="Member"
        size="lg"
        icon={IconPigMoney}
        above={<Terms scheme={scheme} />}
        aside={may(pensionMembers.upload) && <UploadButton onClick={() => setUploading(true)} />}
        columns={columns}
        called={({ employee }) => employee}
        blank={{ ...blankMember(), scheme_id: scheme.id }}
        fields={(form, row) => <MemberFields form={form} row={row} asks="employee" />}
      />
      {uploading && <UploadMembers onClose={() => setUploading(false)} />}
    </>
  )
}

function Terms({ scheme }: { scheme: PensionScheme }) {
  const may = useMay()
  const [editing, setEditing] = useState(false)
  return (
    <Card
      title="Terms"
      actions={
        may(pensionSchemes.update) && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Edit Scheme
          </Button>
        )
      }
    >
      <Detail
        items={[
          ['Kind', kindOf(scheme)],
          ['Scheme Number', scheme.number],
          ['Employee Pays', termsIn(scheme, 'own')],
          ['Employer Adds', termsIn(scheme, 'employer')],
          ['Highest Pay That Counts', scheme.cap === null ? 'All of it' : ksh(scheme.cap)],
          ['NSSF Tier II', scheme.contracts_out ? 'Contracted out' : 'With NSSF'],
        ]}
      />
      {editing && <RecordModal {...schemeForm} row={scheme} onClose={() => setEditing(false)} />}
    </Card>
  )
}
