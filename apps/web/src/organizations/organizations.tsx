import { Group } from '@mantine/core'
import { organizations } from '@mshahara/contract/organizations'
import { Suspense, useState } from 'react'
import { AddIntegration } from '../integrations/index.ts'
import { useRead } from '../lib/api.ts'
import { useProfile } from '../lib/session.ts'
import { MassEmailButtons } from '../mass-email/index.ts'
import { createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconBuildingCommunity, IconDoorEnter, IconPlugConnected, IconPlus } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import { useSwitch } from './switch.ts'

type Row = NonNullable<ReturnType<typeof useRead<typeof organizations.list>>['data']>[number]

const facts: Column<Row>[] = [
  { key: 'name', title: 'Name', lead: true, render: ({ name }) => name },
  { key: 'address', title: 'Address', yields: 2, render: ({ address }) => address },
  { key: 'phone', title: 'Phone', oneLine: true, yields: 3, render: ({ phone }) => phone },
  { key: 'email', title: 'Email', yields: 2, render: ({ email }) => email },
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  createdColumn,
]

/** The platform operator's way into an organisation. */
export default function Organizations() {
  const read = useRead(organizations.list)
  const [paying, setPaying] = useState<Row | null>(null)
  const open: Column<Row> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (row) => (
      <Group gap={6} wrap="nowrap">
        <RowButton
          icon={row.integrations.length > 0 ? IconPlugConnected : IconPlus}
          label={`Integration of ${row.name}`}
          onClick={() => setPaying(row)}
        >
          Integration
        </RowButton>
        <Open organization={row} />
      </Group>
    ),
  }
  return (
    <>
      <ListPage
        title="All Organizations"
        actions={<MassEmailButtons />}
        heading={(count) => `Organizations (${count})`}
        read={read}
        columns={[...facts, open]}
        rowKey={({ id }) => id}
        search={{
          label: 'Search organization',
          text: ({ name, address, phone, email }) => [name, address, phone, email].join('\n'),
        }}
        sizes={[15, 25, 50, 100]}
        perPage={15}
        empty={(searching) => (
          <Empty
            icon={IconBuildingCommunity}
            title="No Organizations Found"
            text={searching ? 'No organizations match your search criteria' : undefined}
          />
        )}
      />
      {paying && (
        <Suspense fallback={null}>
          <AddIntegration organization={paying} onClose={() => setPaying(null)} />
        </Suspense>
      )}
    </>
  )
}

function Open({ organization: { id, name } }: { organization: Row }) {
  const { organization_id } = useProfile()
  const switchTo = useSwitch()
  const [busy, setBusy] = useState(false)
  async function enter() {
    setBusy(true)
    await switchTo(id)
    setBusy(false)
  }
  const here = organization_id === id
  return (
    <RowButton
      icon={IconDoorEnter}
      label={here ? `${name} is open` : `Open ${name}`}
      busy={busy}
      disabled={here}
      onClick={enter}
    >
      {here ? 'Opened' : 'Open'}
    </RowButton>
  )
}
