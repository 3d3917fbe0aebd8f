import { Group, Stack, Text, Title } from '@mantine/core'
import { type BankLayoutListed, bankFields } from '@mshahara/contract/bank-layouts'
import { exports } from '@mshahara/contract/exports'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { IconPencil, IconRefresh } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { Tag } from '../ui/status.tsx'
import classes from './bank-layouts.module.css'
import { bankName } from './bank-name.ts'

const BankLayoutModal = lazy(() => import('./bank-layout-modal.tsx'))

/** How each bank wants its salary file; for whoever may edit the organisation. */
export default function BankLayouts() {
  const may = useMay()
  const { data } = useRead(exports.bankLayouts, undefined, {
    enabled: may(exports.changeBankLayout),
  })
  const [editing, setEditing] = useState<BankLayoutListed | null>(null)
  if (!data) return null
  return (
    <section className="card" aria-label="Bank files">
      <Stack p="var(--card-pad)" gap="sm">
        <Title order={2}>Bank files</Title>
        <Text size="sm" c="dimmed">
          Banks change their templates. Please compare these columns with your bank's own before the
          first upload, and change what differs.
        </Text>
        <ul className={classes.list}>
          {data.map((listed) => (
            <Row key={listed.type} listed={listed} onEdit={() => setEditing(listed)} />
          ))}
        </ul>
      </Stack>
      {editing && (
        <Suspense fallback={null}>
          <BankLayoutModal listed={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </section>
  )
}

function Row({ listed, onEdit }: { listed: BankLayoutListed; onEdit: () => void }) {
  const { type, changed, layout } = listed
  const name = bankName(type)
  const columns = layout.columns.map(({ heading, field }) => heading || bankFields[field])
  return (
    <li>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {changed && <Tag tone="blue">Changed</Tag>}
        </Group>
        <Text size="sm" c="dimmed" className={classes.columns}>
          {columns.join(' · ')}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        {changed && <Restore listed={listed} />}
        <RowButton label={`Edit ${name}`} icon={IconPencil} onClick={onEdit}>
          Edit
        </RowButton>
      </Group>
    </li>
  )
}

function Restore({ listed: { type } }: { listed: BankLayoutListed }) {
  const name = bankName(type)
  const restore = useAct(exports.changeBankLayout, {
    ask: {
      title: 'Restore columns',
      text: `Do you want to restore the original columns of ${name}? Your own will be lost.`,
      action: 'Restore',
    },
    notice: 'Bank file updated successfully',
  })
  return (
    <RowButton
      label={`Restore ${name}`}
      icon={IconRefresh}
      busy={restore.busy}
      onClick={() => restore.run({ body: { type, layout: null } })}
    >
      Restore
    </RowButton>
  )
}
