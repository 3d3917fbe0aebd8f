import { Button, Group } from '@mantine/core'
import { clients } from '@mshahara/contract/clients'
import { type OrganizationListed, organizations } from '@mshahara/contract/organizations'
import { packageNames } from '@mshahara/contract/subscriptions'
import { lazy, Suspense, useState } from 'react'
import { AddIntegration } from '../integrations/index.ts'
import { MassEmailButtons } from '../mass-email/index.ts'
import { Address } from '../ui/address.tsx'
import { createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import {
  IconBuildingCommunity,
  IconEye,
  IconFileUpload,
  IconPencil,
  IconPlugConnected,
  IconPlus,
} from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { type Choice, SlicePage } from '../ui/slice-page.tsx'
import { Status } from '../ui/status.tsx'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))
const ClientDetails = lazy(() => import('./client-details.tsx'))
const AddClient = lazy(() => import('./add-client.tsx'))
const EditClient = lazy(() => import('./edit-client.tsx'))

type OrganizationRow = OrganizationListed

const facts: Column<OrganizationRow>[] = [
  { key: 'name', title: 'Name', lead: true, render: ({ name }) => name },
  { key: 'address', title: 'Address', yields: 1, render: ({ address }) => address },
  { key: 'phone', title: 'Phone', oneLine: true, yields: 3, render: ({ phone }) => phone },
  { key: 'email', title: 'Email', yields: 2, render: ({ email }) => <Address email={email} /> },
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  createdColumn,
]

const choices: Choice[] = [
  {
    name: 'status',
    label: 'Any status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'deactivated', label: 'Deactivated' },
    ],
  },
  {
    name: 'package',
    label: 'Any package',
    options: packageNames.map((name) => ({ value: name.toLowerCase(), label: name })),
  },
  {
    name: 'ends',
    label: 'Any end date',
    options: [
      { value: 'soon', label: 'Expiring within 14 days' },
      { value: 'over', label: 'Subscription expired' },
    ],
  },
  {
    name: 'sort',
    label: 'Sort by',
    sorts: true,
    options: [
      { value: 'name', label: 'By name' },
      { value: '-created_at', label: 'Newest first' },
      { value: 'created_at', label: 'Oldest first' },
      { value: 'to', label: 'By end of subscription' },
    ],
  },
]

type Open =
  | { what: 'details' | 'edit' | 'integration'; row: OrganizationRow }
  | { what: 'add' | 'upload' }
  | null

/** The platform operator's organisations. */
export default function Organizations() {
  const [open, setOpen] = useState<Open>(null)
  return (
    <>
      <SlicePage<OrganizationRow>
        title="All Organizations"
        endpoint={organizations.list}
        heading={(count) => `Organizations (${count})`}
        actions={
          <>
            <MassEmailButtons />
            <Button
              variant="default"
              leftSection={<IconFileUpload size={17} aria-hidden />}
              onClick={() => setOpen({ what: 'upload' })}
            >
              Upload Organization File
            </Button>
            <Button
              leftSection={<IconPlus size={17} aria-hidden />}
              onClick={() => setOpen({ what: 'add' })}
            >
              Add Organization
            </Button>
          </>
        }
        columns={[...facts, actionsOf(setOpen)]}
        rowKey={({ id }) => id}
        searchLabel="Search organization"
        choices={choices}
        sizes={{ sizes: [15, 25, 50, 100], perPage: 15 }}
        empty={(searching) => (
          <Empty
            icon={IconBuildingCommunity}
            title="No Organizations Found"
            text={searching ? 'No organizations match your search criteria' : undefined}
          />
        )}
      />
      {open && (
        <Suspense fallback={null}>
          <Opened open={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

const actionsOf = (show: (open: Open) => void): Column<OrganizationRow> => ({
  key: 'actions',
  title: 'Actions',
  actions: true,
  render: (row) => (
    <Group gap={6} wrap="nowrap">
      <RowButton
        icon={IconPencil}
        label={`Edit ${row.name}`}
        onClick={() => show({ what: 'edit', row })}
      >
        Edit
      </RowButton>
      <RowButton
        icon={IconEye}
        label={`Details of ${row.name}`}
        onClick={() => show({ what: 'details', row })}
      >
        Details
      </RowButton>
      <RowButton
        icon={IconPlugConnected}
        label={`Integration of ${row.name}`}
        set={row.integrations.length > 0}
        onClick={() => show({ what: 'integration', row })}
      >
        Integration
      </RowButton>
    </Group>
  ),
})

function Opened({ open, onClose }: { open: NonNullable<Open>; onClose: () => void }) {
  if (open.what === 'details') return <ClientDetails id={open.row.id} onClose={onClose} />
  if (open.what === 'edit') return <EditClient id={open.row.id} onClose={onClose} />
  if (open.what === 'integration') {
    return <AddIntegration organization={open.row} onClose={onClose} />
  }
  if (open.what === 'add') return <AddClient onClose={onClose} />
  return (
    <ImportWizard
      title="Upload Organization File"
      endpoint={clients.upload}
      template={clients.template}
      faults={clients.faults}
      first="Download the template. Its second sheet shows examples."
      done="Organization file added successfully"
      onClose={onClose}
    />
  )
}
