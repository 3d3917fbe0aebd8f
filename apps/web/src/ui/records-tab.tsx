import { Group, Title } from '@mantine/core'
import { withArticle } from '@mshahara/contract/crud'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { DataTable } from './data-table.tsx'
import { Empty } from './empty.tsx'
import { AddButton, type RecordsProps, useRowActions } from './record-actions.tsx'
import { type Listed, RecordModal } from './record-modal.tsx'
import classes from './records.module.css'

interface Props<Row extends Listed, Given extends z.ZodType> extends RecordsProps<Row, Given> {
  /** The id of whom or what they belong to. */
  of: string
  /** The label of the add button, where it is not simply "Add Allowance". */
  add?: string
  addIcon?: Icon
  /** The button of its form names it too: "Update Advance". */
  named?: true
  /** How titles and the words of an empty list are shown, where not as they are. */
  say?: (words: string) => string
  footer?: (rows: z.output<Row>[]) => Record<string, ReactNode>
}

const asItIs = (words: string) => words

/** The same for the records of one person or thing, in a tab on its page. */
export function RecordsTab<Row extends Listed, Given extends z.ZodType>(props: Props<Row, Given>) {
  const { calls, of, one, many = `${one}s`, icon, empty, footer, say = asItIs } = props
  const title = say(props.title ?? many)
  const read = useRead(calls.list, { params: { id: of } })
  const may = useMay()
  const { columns, editing, close } = useRowActions(props)
  const [adding, setAdding] = useState(false)
  const add = may(calls.create) && (
    <AddButton icon={props.addIcon} onClick={() => setAdding(true)}>
      {props.add ?? `Add ${one}`}
    </AddButton>
  )
  const rows = read.data ?? undefined
  return (
    <section aria-label={title}>
      <Group className={classes.head} justify="space-between">
        <Title order={2}>{title}</Title>
        {rows?.length !== 0 && add}
      </Group>
      <DataTable
        label={title}
        columns={columns.map((column) => ({ ...column, title: say(column.title) }))}
        rows={rows}
        rowKey={({ id }) => id}
        footer={rows && footer?.(rows)}
        loading={read.isPending}
        skeletonRows={3}
        failed={read.isError && !rows}
        onRetry={() => void read.refetch()}
        empty={
          <Empty
            icon={icon}
            title={say(empty?.title ?? `No ${many.toLowerCase()} found`)}
            text={add && say(empty?.text ?? `Add ${withArticle(one.toLowerCase())} to see it here`)}
            action={add}
          />
        }
      />
      {adding && (
        <RecordModal
          action={props.named ? `Add ${one}` : 'Add'}
          {...props}
          row={null}
          onClose={() => setAdding(false)}
        />
      )}
      {editing && (
        <RecordModal
          action={props.named ? `Update ${one}` : 'Update'}
          {...props}
          row={editing}
          onClose={close}
        />
      )}
    </section>
  )
}
