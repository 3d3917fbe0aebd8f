import type { Endpoint } from '@mshahara/contract/endpoint'
import type { byId } from '@mshahara/contract/fields'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Body, CallForm } from '../lib/form.ts'
import type { Question } from './confirm-modal.tsx'
import { FormModal } from './form-modal.tsx'

type Schema = z.ZodType
export type Listed = z.ZodType<{ id: string; name?: string }>
export type Create<Row extends Schema, Given extends Schema> = Endpoint<
  undefined,
  undefined,
  Given,
  Row
>
export type Update<Row extends Schema, Given extends Schema> = Endpoint<
  typeof byId,
  undefined,
  Given,
  Row
>

/** The form for adding and editing, and its wording, which can be overridden. */
export interface RecordForm<Row extends Listed, Given extends Schema> {
  /** What people call it: "Leave Type". */
  one: string
  /** What notices call it, where that is shorter. */
  short?: string
  blank: Body<Create<Row, Given>>
  /** The parts of a row that the form holds in another shape. */
  edited?: (row: z.output<Row>) => Partial<Body<Create<Row, Given>>>
  fields: (form: CallForm<Create<Row, Given>>, row: z.output<Row> | null) => ReactNode
  formTitle?: string
  /** The words on its button, for both or for each. */
  action?: string | { add: string; edit: string }
  done?: string
  size?: 'md' | 'lg'
  ready?: (form: CallForm<Create<Row, Given>>) => boolean
  ask?: (
    values: Body<Create<Row, Given>>,
    row: z.output<Row> | null,
  ) => Promise<Question | undefined>
  /** Called with what is now stored. */
  onSaved?: (row: z.output<Row>) => unknown
}

interface Props<Row extends Listed, Given extends Schema> extends RecordForm<Row, Given> {
  calls: { create: Create<Row, Given>; update?: Update<Row, Given> }
  /** The row being edited; null while adding. */
  row: z.output<Row> | null
  onClose: () => void
  onCancel?: () => void
}

/** Adds a record or edits one: which call, its title and its notice follow from the row. */
export function RecordModal<Row extends Listed, Given extends Schema>(props: Props<Row, Given>) {
  const { calls, row, one, short = one, blank, edited, fields } = props
  const update = row && calls.update
  const [does, did] = update ? ['Edit', 'updated'] : ['Add', 'created']
  return (
    <FormModal
      // The two differ only in the id.
      endpoint={(update ?? calls.create) as Create<Row, Given>}
      params={row ? ({ id: row.id } as never) : undefined}
      initial={row ? { ...blank, ...valuesOf(row, blank), ...edited?.(row) } : blank}
      title={props.formTitle ?? `${does} ${one}`}
      action={actionOf(props.action, update) ?? `${update ? 'Update' : 'Save'} ${one}`}
      done={props.done ?? `${short} ${did} successfully`}
      size={props.size}
      ready={props.ready}
      ask={props.ask && (async (values) => props.ask?.(values, row))}
      onClose={props.onClose}
      onCancel={props.onCancel}
      onDone={({ data }) => props.onSaved?.(data)}
    >
      {(form) => fields(form, row)}
    </FormModal>
  )
}

const actionOf = (action: RecordForm<Listed, Schema>['action'], update: unknown) =>
  typeof action === 'object' ? action[update ? 'edit' : 'add'] : action

/** The row's own values for the fields of the form; one that is missing stays blank. */
const valuesOf = (row: Record<string, unknown>, blank: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(blank).map((name) => [name, row[name] ?? blank[name]]))
