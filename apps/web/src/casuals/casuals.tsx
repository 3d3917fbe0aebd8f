import { Button, Group, Tooltip } from '@mantine/core'
import { type CasualListed, casuals } from '@mshahara/contract/casuals'
import { counted } from '@mshahara/contract/counted'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { fullName } from '../lib/format.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { createdColumn, indexColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconEye, IconFileUpload, IconPlus, IconSettings, IconUsers } from '../ui/icons.ts'
import { RowLink } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'
import { Status } from '../ui/status.tsx'
import { LawNotice } from './law-notice.tsx'
import { useCasualLimit } from './limit.ts'
import { LimitReached } from './limit-reached.tsx'
import { Terms } from './terms.tsx'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

const columns: Column<CasualListed>[] = [
  indexColumn,
  {
    key: 'number',
    title: 'Casual No',
    oneLine: true,
    yields: 3,
    render: ({ casual_no }) => casual_no,
  },
  {
    key: 'name',
    title: 'Name',
    lead: true,
    link: ({ id }) => `/casual/${id}`,
    render: (casual) => fullName(casual),
  },
  { key: 'id_number', title: 'ID Number', yields: 3, render: ({ id_number }) => id_number },
  { key: 'phone', title: 'Phone', oneLine: true, yields: 2, render: ({ phone }) => phone },
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  createdColumn,
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (casual) => (
      <RowLink to={`/casual/${casual.id}`} icon={IconEye} label={`Details of ${fullName(casual)}`}>
        Details
      </RowLink>
    ),
  },
]

export default function Casuals() {
  const may = useMay()
  const { role } = useProfile()
  const [open, setOpen] = useState<'upload' | 'terms' | null>(null)
  const upload = may(casuals.upload) && <Upload onClick={() => setOpen('upload')} />
  return (
    <>
      <SlicePage<CasualListed>
        title="Casual Management"
        endpoint={casuals.list}
        heading={(count) => `Casuals (${count})`}
        above={<Limits />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconSettings size={17} aria-hidden />}
              onClick={() => setOpen('terms')}
            >
              Pay Terms
            </Button>
            {upload}
            {may(casuals.create) && <AddCasual />}
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        searchLabel="Search casual"
        empty={(searching) => (
          <Empty
            icon={IconUsers}
            title="No Casuals Found"
            text={
              searching
                ? 'No casuals match your search criteria'
                : may(casuals.create) && 'Start by adding your first casual worker'
            }
            action={
              !searching && (
                <Group gap="sm" justify="center">
                  {role !== 'user' && may(casuals.create) && <AddCasual />}
                  {upload}
                </Group>
              )
            }
          />
        )}
      />
      <Suspense fallback={null}>
        {open === 'upload' && (
          <ImportWizard
            title="Upload Casuals"
            endpoint={casuals.upload}
            template={casuals.template}
            faults={casuals.faults}
            done="Casuals created successfully"
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      {open === 'terms' && <Terms onClose={() => setOpen(null)} />}
    </>
  )
}

/** What stands in the way, and what the law asks for: above the list. */
function Limits() {
  const known = useCasualLimit()
  return (
    <>
      {known?.full && <LimitReached limit={known.limit} />}
      <LawNotice />
    </>
  )
}

/** Disabled when the subscription allows no more; the button then says so. */
function AddCasual() {
  const navigate = useNavigate()
  const known = useCasualLimit()
  const full = known?.full ?? false
  return (
    <Tooltip
      label={`Your subscription allows ${counted(known?.limit ?? 0, 'casual')}`}
      disabled={!full}
    >
      <Button
        leftSection={<IconPlus size={17} aria-hidden />}
        data-disabled={full || undefined}
        aria-disabled={full}
        onClick={() => !full && void navigate({ to: '/add-casual' })}
      >
        Add Casual
      </Button>
    </Tooltip>
  )
}

function Upload({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<IconFileUpload size={17} aria-hidden />}
      onClick={onClick}
    >
      Upload Casuals
    </Button>
  )
}
