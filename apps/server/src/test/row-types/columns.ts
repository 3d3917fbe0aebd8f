import type pg from 'pg'
import { missingIn, type Plan } from './plan.ts'

/** What PostgreSQL makes of a query, which is never run. */

export interface Column {
  name: string
  /** PostgreSQL's type. */
  oid: number
  /** Of a table, and not worked out. */
  isBare: boolean
  /** Why it can be null; nothing where it cannot, or where nobody knows. */
  nullable: string | null
}

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Parse and Describe, without Bind and Execute. */
class Description {
  fields: Field[] = []
  #text: string
  #done: (error: Error | null) => void

  constructor(text: string, done: (error: Error | null) => void) {
    this.#text = text
    this.#done = done
  }
  // biome-ignore lint/suspicious/noExplicitAny: the driver does not describe its connection.
  submit(connection: any) {
    connection.parse({ name: '', text: this.#text, types: [] })
    connection.describe({ type: 'S', name: '' })
    connection.sync()
  }
  handleRowDescription({ fields }: { fields: Field[] }) {
    this.fields = fields
  }
  handleError(error: Error) {
    this.#done(error)
    this.#done = () => {}
  }
  handleReadyForQuery() {
    this.#done(null)
  }
}

function describe(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    const asked = new Description(text, (error) => (error ? reject(error) : resolve(asked.fields)))
    client.query(asked as unknown as pg.Submittable)
  })
}

interface Attribute {
  /** "payslips.net" */
  name: string
  required: boolean
  /** Of a view: the query behind it. */
  view: string | null
}

/**
 * `there` names columns that are never null where anybody asks for them, and constraints that say of
 * others when they are.
 */
export async function columnReader(client: pg.Client, there: string[]) {
  // A condition that an index fulfils is not in the plan.
  await client.query('set enable_indexscan = off; set enable_indexonlyscan = off')
  await client.query('set enable_bitmapscan = off')
  const { rows } = await client.query(
    `select a.attrelid::int as relation, a.attnum, c.relname || '.' || a.attname as name,
      a.attnotnull or c.relname || '.' || a.attname = any ($1) or exists (select from pg_constraint k
        where k.conrelid = c.oid and a.attnum = any (k.conkey) and k.conname = any ($1)) as required,
      case c.relkind when 'v' then trim(trailing ';' from pg_get_viewdef(c.oid)) end as view
    from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attnum > 0`,
    [there],
  )
  const attributes = new Map<string, Attribute>(
    rows.map(({ relation, attnum, ...attribute }) => [`${relation} ${attnum}`, attribute]),
  )
  const views = new Map<string, Promise<Column[]>>()

  async function nullable({ tableID, columnID }: Field): Promise<string | null> {
    const attribute = attributes.get(`${tableID} ${columnID}`)
    if (!attribute || attribute.required) return null
    if (attribute.view === null) return attribute.name
    const columns = views.get(attribute.view) ?? columnsOf(attribute.view)
    views.set(attribute.view, columns)
    return (await columns)[columnID - 1]?.nullable ?? null
  }

  async function columnsOf(text: string): Promise<Column[]> {
    const fields = await describe(client, text)
    const explained = await client.query(`explain (verbose, generic_plan, format json) ${text}`)
    const { Plan: plan } = explained.rows[0]['QUERY PLAN'][0] as { Plan: Plan }
    const { optional, present } = missingIn(plan)
    const columns = await Promise.all(
      fields.map(async (field, index) => ({
        name: field.name,
        oid: field.dataTypeID,
        isBare: field.tableID > 0,
        nullable: optional(index) ? 'outer join' : present(index) ? null : await nullable(field),
      })),
    )
    // Of two with one name the driver keeps the last.
    return [...new Map(columns.map((column) => [column.name, column])).values()]
  }

  return columnsOf
}
