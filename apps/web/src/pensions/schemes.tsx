import { type PensionScheme, pensionMembers, pensionSchemes } from '@mshahara/contract/pensions'
import { useState } from 'react'
import { useMay } from '../lib/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { IconPigMoney, IconUsersGroup } from '../ui/icons.ts'
import { Records } from '../ui/records.tsx'
import { RowLink } from '../ui/row-action.tsx'
import { termsIn } from './cells.tsx'
import { kindOf, schemeForm } from './scheme-form.tsx'
import { UploadButton, UploadMembers } from './upload.tsx'

const columns: Column<PensionScheme>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    link: ({ id }) => `/pension-scheme/${id}`,
    render: ({ name }) => name,
  },
  { key: 'kind', title: 'Kind', yields: 1, render: kindOf },
  { key: 'own', title: 'Employee Pays', render: (scheme) => termsIn(scheme, 'own') },
  {
    key: 'employer',
    title: 'Employer Adds',
    yields: 3,
    render: (scheme) => termsIn(scheme, 'employer'),
  },
  {
    key: 'tier',
    title: 'NSSF Tier II',
    yields: 2,
    render: ({ contracts_out }) => (contracts_out ? 'Contracted out' : 'With NSSF'),
  },
  { key: 'members', title: 'Members', align: 'right', render: ({ members }) => members },
]

export default function PensionSchemes() {
  const may = useMay()
  const [uploading, setUploading] = useState(false)
  const upload = may(pensionMembers.upload) && <UploadButton onClick={() => setUploading(true)} />
  return (
    <>
      <Records
        {...schemeForm}
        calls={pensionSchemes}
        title="Pension Schemes"
        subtitle="What employees pay into schemes from their pay, and what the employer adds"
        icon={IconPigMoney}
        columns={columns}
        aside={upload}
        more={({ id, name }) => (
          <RowLink to={`/pension-scheme/${id}`} icon={IconUsersGroup} label={`Members of ${name}`}>
            Members
          </RowLink>
        )}
      />
      {uploading && <UploadMembers onClose={() => setUploading(false)} />}
    </>
  )
}
