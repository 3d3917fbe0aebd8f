import { Button, Group, Title } from '@mantine/core'
import type { Answer, Call, Endpoint } from '@mshahara/contract/endpoint'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useRead, useWrite } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconPencil, IconPlus, IconTrash } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import classes from './pay-items.module.css'

/** A tab of the employee's page: a list, and the modals that change it for whoever may. */

export interface Employee {
  id: string
  first_name: string
  last_name: string
}
export interface TabProps {
  employee: Employee
}
export interface FormProps<Row> {
  employee: Employee
  /** What is edited; nothing while adding. */
  row: Row | null
  onClose: () => void
}

interface Item {
  id: string
  name: string
}

interface Props<Row extends Item, R extends Endpoint> extends TabProps {
  title: string
  /** The words on the button that adds. */
  add: string
  addIcon?: Icon
  icon: Icon
  empty: { title: string; text: string }
  list: Endpoint & { response: { _zod: { output: Row[] } } }
  columns: Column<Row>[]
  footer?: (rows: Row[]) => Record<string, ReactNode>
  form: (props: FormProps<Row>) => ReactNode
  /** What a row is called by its buttons, when not by its name. */
  called?: (row: Row) => string
  /** May this row be edited? Left out, nothing is edited here. */
  editable?: (row: Row) => boolean
  remove?: { endpoint: R; thing: string }
}

export function ItemTab<Row extends Item, R extends Endpoint>(props: Props<Row, R>) {
  const { employee, title, icon, empty, list, columns, footer, form: Form } = props
  const read = useRead(list, { params: { id: employee.id } } as Call<Endpoint>)
  const may = useMay()('edit employees')
  const [open, setOpen] = useState<{ row: Row | null } | null>(null)
  const rows = read.data as Row[] | undefined
  const acts = may && (props.editable || props.remove)
  const actions: Column<Row> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    align: 'right',
    render: (row) => <Actions {...props} row={row} onEdit={() => setOpen({ row })} />,
  }
  const add = may && <AddButton {...props} onClick={() => setOpen({ row: null })} />
  const none = rows?.length === 0
  return (
    <section aria-label={title}>
      <Group className={classes.head} justify="space-between">
        <Title order={2}>{title}</Title>
        {!none && add}
      </Group>
      <DataTable
        label={title}
        columns={acts ? [...columns, actions] : columns}
        rows={rows}
        rowKey={({ id }) => id}
        footer={rows && footer?.(rows)}
        loading={read.isPending}
        skeletonRows={3}
        failed={read.isError && !rows}
        onRetry={() => void read.refetch()}
        empty={<Empty icon={icon} {...empty} action={add} />}
      />
      {open && <Form employee={employee} row={open.row} onClose={() => setOpen(null)} />}
    </section>
  )
}

interface AddProps {
  add: string
  addIcon?: Icon
  onClick: () => void
}

function AddButton({ add, addIcon: Sign = IconPlus, onClick }: AddProps) {
  return (
    <Button leftSection={<Sign size={17} aria-hidden />} onClick={onClick}>
      {add}
    </Button>
  )
}

interface ActionProps<Row extends Item, R extends Endpoint> {
  row: Row
  onEdit: () => void
  called?: (row: Row) => string
  editable?: (row: Row) => boolean
  remove?: { endpoint: R; thing: string }
}

function Actions<Row extends Item, R extends Endpoint>(props: ActionProps<Row, R>) {
  const { row, onEdit, editable, remove } = props
  const name = props.called?.(row) ?? row.name
  return (
    <span className={classes.actions}>
      {editable?.(row) && <RowButton icon={IconPencil} label={`Edit ${name}`} onClick={onEdit} />}
      {remove && <Remove {...remove} id={row.id} name={name} />}
    </span>
  )
}

interface RemoveProps<R extends Endpoint> {
  endpoint: R
  thing: string
  id: string
  name: string
}

function Remove<R extends Endpoint>({ endpoint, thing, id, name }: RemoveProps<R>) {
  const write = useWrite(endpoint)
  async function remove() {
    const sure = await confirm({
      title: `Delete ${thing}`,
      text: `Are you sure you want to delete this ${thing}? This action cannot be undone?`,
      action: 'Confirm',
      danger: true,
    })
    if (!sure) return
    try {
      const { data } = await write.run({ params: { id } } as Call<R>)
      toast('success', (data as Answer<R> & { message: string }).message)
    } catch {
      // Told already.
    }
  }
  return <RowButton icon={IconTrash} label={`Delete ${name}`} busy={write.busy} onClick={remove} />
}
