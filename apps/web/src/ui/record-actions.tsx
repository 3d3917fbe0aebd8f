import { Button } from '@mantine/core'
import type { Endpoint } from '@mshahara/contract/endpoint'
import type { byId, message } from '@mshahara/contract/fields'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useMay } from '../lib/session.ts'
import { askToDelete, useAct } from './act.ts'
import type { Column } from './data-table.tsx'
import { IconPencil, IconPlus, IconTrash } from './icons.ts'
import type { Create, Listed, RecordForm, Update } from './record-modal.tsx'
import classes from './records.module.css'
import { RowButton } from './row-action.tsx'

type Schema = z.ZodType
type Remove = Endpoint<typeof byId, undefined, undefined, typeof message>

/** A list's calls, as the contract's `crud` makes them; only those present are offered. */
export interface RecordCalls<Row extends Listed, Given extends Schema> {
  list: Endpoint<Schema | undefined, Schema | undefined, Schema | undefined, z.ZodArray<Row>>
  create: Create<Row, Given>
  update?: Update<Row, Given>
  remove?: Remove
}

/** What a list of records needs to know, on a page of its own or in a tab. */
export interface RecordsProps<Row extends Listed, Given extends Schema>
  extends RecordForm<Row, Given> {
  calls: RecordCalls<Row, Given>
  icon: Icon
  many?: string
  title?: string
  columns: Column<z.output<Row>>[]
  /** Where the empty list says something else. */
  empty?: { title?: string; text?: string }
  /** What the buttons of a row call it, when not by its name. */
  called?: (row: z.output<Row>) => string
  /** Whether this row stays as it is, neither edited nor deleted. */
  settled?: (row: z.output<Row>) => boolean
  /** What somebody should know before this row is deleted. */
  whenDeleted?: (row: z.output<Row>) => ReactNode
  /** Further actions on a row. */
  more?: (row: z.output<Row>) => ReactNode
}

interface Shown {
  /** Icons with a word beside them. */
  labelled?: boolean
}

/** The columns, with the actions this person may take on a row, and the row being edited. */
export function useRowActions<Row extends Listed, Given extends Schema>(
  props: RecordsProps<Row, Given>,
  { labelled }: Shown = {},
) {
  const { calls, one, short = one, columns, called, settled, more, whenDeleted } = props
  const may = useMay()
  const [editing, setEditing] = useState<z.output<Row> | null>(null)
  const edits = calls.update !== undefined && may(calls.update)
  const remove = calls.remove && may(calls.remove) ? calls.remove : undefined
  const actions: Column<z.output<Row>> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    align: labelled ? undefined : 'right',
    render: (row) => {
      const name = called?.(row) ?? row.name ?? ''
      if (settled?.(row)) return more?.(row)
      return (
        <span className={classes.actions}>
          {edits && (
            <RowButton icon={IconPencil} label={`Edit ${name}`} onClick={() => setEditing(row)}>
              {labelled && 'Edit'}
            </RowButton>
          )}
          {remove && (
            <Delete
              {...{ remove, labelled, name }}
              id={row.id}
              thing={short}
              details={whenDeleted?.(row)}
            />
          )}
          {more?.(row)}
        </span>
      )
    },
  }
  return {
    columns: edits || remove || more ? [...columns, actions] : columns,
    editing,
    close: () => setEditing(null),
  }
}

interface DeleteProps extends Shown {
  remove: Remove
  id: string
  name: string
  thing: string
  details: ReactNode
}

function Delete({ remove, id, name, thing, labelled, details }: DeleteProps) {
  const { run, busy } = useAct(remove, {
    ask: { ...askToDelete(thing), details },
    notice: ({ message }) => message,
  })
  return (
    <RowButton
      icon={IconTrash}
      label={`Delete ${name}`}
      busy={busy}
      onClick={() => run({ params: { id } })}
    >
      {labelled && 'Delete'}
    </RowButton>
  )
}

interface AddProps {
  icon?: Icon
  onClick: () => void
  /** Where to add one, when not here. */
  href?: string
  children: ReactNode
}

export function AddButton({ icon: Icon = IconPlus, onClick, href, children }: AddProps) {
  const does = href ? ({ component: 'a', href } as const) : { onClick }
  return (
    <Button leftSection={<Icon size={17} aria-hidden />} {...does}>
      {children}
    </Button>
  )
}
