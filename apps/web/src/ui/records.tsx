import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useRead } from '../lib/api.ts'
import { useAdding } from '../lib/round-trip.ts'
import { useMay } from '../lib/session.ts'
import { Empty } from './empty.tsx'
import { ListPage } from './list-page.tsx'
import type { PageProps } from './page.tsx'
import { AddButton, type RecordsProps, useRowActions } from './record-actions.tsx'
import { type Listed, RecordModal } from './record-modal.tsx'

interface Props<Row extends Listed, Given extends z.ZodType> extends RecordsProps<Row, Given> {
  /** What to search, if not every text in the row. */
  searched?: (row: z.output<Row>) => string
  /** In place of the usual button. */
  add?: (open: () => void) => ReactNode
  back?: PageProps['back']
  subtitle?: PageProps['subtitle']
  /** Between the title and the list. */
  above?: ReactNode
  /** The id of what they belong to, on a page of its own. */
  of?: string
  /** Beside the button, also where nobody may add one. */
  aside?: ReactNode
  numbered?: boolean
}

/** A list to add to, edit and delete from, as far as its calls and the permissions allow. */
export function Records<Row extends Listed, Given extends z.ZodType>(props: Props<Row, Given>) {
  const { calls, one, many = `${one}s`, icon, add, empty, numbered = true } = props
  const read = useRead(
    calls.list,
    props.of === undefined ? undefined : { params: { id: props.of } },
  )
  const mayAdd = useMay()(calls.create)
  const adding = useAdding(mayAdd)
  const { columns, editing, close } = useRowActions(props, { labelled: true })
  const button =
    mayAdd && (add?.(adding.add) ?? <AddButton onClick={adding.add}>{`Add ${one}`}</AddButton>)
  return (
    <>
      <ListPage
        title={props.title ?? `${many} Management`}
        heading={(count) => `${many} (${count})`}
        subtitle={props.subtitle}
        back={props.back ?? adding.back}
        above={props.above}
        actions={
          <>
            {props.aside}
            {button}
          </>
        }
        read={read}
        columns={columns}
        rowKey={({ id }) => id}
        search={{ label: `Search ${one.toLowerCase()}`, text: props.searched ?? textsOf }}
        numbered={numbered}
        empty={(searching) => (
          <Empty
            icon={icon}
            title={empty?.title ?? `No ${many} Found`}
            text={
              searching
                ? `No ${many.toLowerCase()} match your search criteria`
                : mayAdd && (empty?.text ?? `Start by adding your first ${one.toLowerCase()}`)
            }
            action={!searching && button}
          />
        )}
      />
      {adding.adding && (
        <RecordModal
          {...props}
          row={null}
          onClose={() => {}}
          onCancel={adding.cancel}
          onSaved={(row) => {
            adding.finish(`${calls.create.path.replaceAll('-', '_')}_id`, row.id)
            return props.onSaved?.(row)
          }}
        />
      )}
      {editing && <RecordModal {...props} row={editing} onClose={close} />}
    </>
  )
}

/** Every text of a row that people can see. */
const textsOf = (row: object) =>
  Object.entries(row)
    .filter(([name, value]) => typeof value === 'string' && !/^id$|_id$|_at$/.test(name))
    .map(([, text]) => text)
    .join('\n')
