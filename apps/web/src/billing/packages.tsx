import { Alert, Stack } from '@mantine/core'
import { isUnlimited, type Plan, subscriptions } from '@mshahara/contract/subscriptions'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn, nameColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { noteBelow } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconInfoCircle, IconPencil } from '../ui/icons.ts'
import { Figure, Money } from '../ui/money.tsx'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-action.tsx'

const limit = (count: number) => (isUnlimited(count) ? 'Unlimited' : count)

const facts: Column<Plan>[] = [
  nameColumn as Column<Plan>,
  amountColumn<Plan>('price', 'Price / month', ({ price }) => price),
  {
    key: 'employees',
    title: 'Employees',
    align: 'right',
    render: ({ employees }) => limit(employees),
  },
  { key: 'casuals', title: 'Casuals', align: 'right', render: ({ casuals }) => limit(casuals) },
]

type Change = Plan & { by: string; at: string }
const changes: Column<Change>[] = [
  ...(facts as Column<Change>[]),
  { key: 'by', title: 'Changed by', yields: 1, render: ({ by }) => by },
  { key: 'at', title: 'Since', oneLine: true, render: ({ at }) => dateTime(at) },
]

/** Prices and limits, for new orders only; and what they were before. */
export default function Packages() {
  const plans = useRead(subscriptions.packages)
  const history = useRead(subscriptions.packageHistory)
  const [changing, setChanging] = useState<Plan | null>(null)
  const edit: Column<Plan> = {
    key: 'edit',
    title: 'Actions',
    actions: true,
    render: (plan) => (
      <RowButton icon={IconPencil} label={`Edit ${plan.name}`} onClick={() => setChanging(plan)}>
        Edit
      </RowButton>
    ),
  }
  return (
    <Page title="Packages" subtitle="What plans cost, and how many people they allow">
      <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />}>
        Changes apply to new orders. Plans already bought keep their limits, and open orders their
        price.
      </Alert>
      <Card flush title="Price List">
        <DataTable
          label="Price List"
          columns={[...facts, edit]}
          rows={plans.data ?? undefined}
          rowKey={({ id }) => id}
          loading={plans.isPending}
          failed={plans.isError && !plans.data}
          onRetry={() => void plans.refetch()}
          empty={null}
        />
      </Card>
      <Card flush title="Changes">
        <DataTable
          label="Changes"
          columns={changes}
          rows={history.data ?? undefined}
          rowKey={({ id, at, price, employees }) => `${id} ${at} ${price} ${employees}`}
          loading={history.isPending}
          failed={history.isError && !history.data}
          onRetry={() => void history.refetch()}
          empty={null}
        />
      </Card>
      {changing && <EditPackage plan={changing} onClose={() => setChanging(null)} />}
    </Page>
  )
}

function EditPackage({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { id, name, price, employees, casuals } = plan
  return (
    <FormModal
      endpoint={subscriptions.changePackage}
      title={`Edit ${name}`}
      action="Save Changes"
      params={{ id: id as 'basic' }}
      initial={{ price, employees, casuals }}
      done="Package updated successfully"
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="md">
          <Money label="Price / month" {...form.getInputProps('price')} data-autofocus />
          <Figure
            label="Employees"
            description="1,000 is unlimited."
            {...noteBelow}
            {...form.getInputProps('employees')}
          />
          <Figure
            label="Casuals"
            description="1,000 is unlimited."
            {...noteBelow}
            {...form.getInputProps('casuals')}
          />
        </Stack>
      )}
    </FormModal>
  )
}
