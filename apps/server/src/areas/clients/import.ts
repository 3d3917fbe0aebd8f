import { type ClientInput, clientInput } from '@mshahara/contract/clients'
import { asPlatform, type PlatformTx } from '../../foundation/core/db.ts'
import {
  type RowChecks,
  type RowIssue,
  templateHandler,
  type Upload,
  uploadHandler,
  type ValidRow,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { importJob } from '../../foundation/sheets/import-job.ts'
import { notify } from '../notifications/index.ts'
import { addClients, holdClients, type Known, knownBy, operatorsAmong } from './add.ts'
import { clientColumns } from './import-columns.ts'
import { say } from './sentences.ts'

/** "Upload Organization File": many at once, each by the rules of the form. */

/** So many in one go, and then a report of how far it is. */
const portion = 250
const plural = (count: number) => (count === 1 ? 'organization' : 'organizations')

const uploaded: Upload<ClientInput> & { notify: typeof notify } = {
  job: 'clients.import',
  across: true,
  sheet: 'Organizations',
  fileName: 'organizations-template.xlsx',
  done: 'Organization file added successfully',
  link: '/organizations',
  describe: ({ created }, done) =>
    `${created.toLocaleString('en')} ${plural(created)} ` +
    (done
      ? `${created === 1 ? 'was' : 'were'} added, and the primary users invited.`
      : 'will be added, and the primary users invited by email.'),
  notify,
  prepare: (tx, _, alone) =>
    asPlatform(tx, async (platform): Promise<RowChecks<ClientInput>> => {
      if (alone) await holdClients(platform)
      return {
        columns: clientColumns,
        parse,
        compare: (rows) => asPlatform(tx, (across) => compare(across, rows)),
      }
    }),
  save: (tx, work, rows, step) =>
    asPlatform(tx, async (platform) => {
      const there = new Set((await knownBy(platform, rows)).map(({ pin_no }) => pin_no))
      const added = rows.filter(({ pin_no }) => !there.has(pin_no))
      let done = rows.length - added.length
      for (const some of portionsOf(added)) {
        // A letter that does not go out can be sent later; the organisation is there.
        await addClients(platform, work, some)
        done += some.length
        await step(done)
      }
    }),
}

/** Whoever is the primary user of several organisations comes once in each. */
function portionsOf(rows: ClientInput[]): ClientInput[][] {
  const portions: ClientInput[][] = []
  let emails = new Set<string>()
  for (const row of rows) {
    const { email } = row.user
    const last = portions.at(-1)
    if (last && last.length < portion && !emails.has(email)) last.push(row)
    else {
      portions.push([row])
      emails = new Set()
    }
    emails.add(email)
  }
  return portions
}

function parse(given: Record<string, unknown>) {
  const of = (key: string) => given[`user.${key}`]
  const user = {
    first_name: of('first_name'),
    last_name: of('last_name'),
    email: of('email'),
    phone: of('phone'),
  }
  const parsed = clientInput.safeParse({ ...given, user })
  if (parsed.success) return { value: parsed.data }
  return {
    issues: parsed.error.issues.map(({ path, message }) => ({
      key: path.join('.'),
      sentence: message,
    })),
  }
}

const isSame = ({ name, email }: Known, value: ClientInput) =>
  name.toLowerCase() === value.name.toLowerCase() && email === value.email

async function compare(tx: PlatformTx, rows: ValidRow<ClientInput>[]) {
  const values = rows.map(({ value }) => value)
  // The oldest of those that share one.
  const known = (await knownBy(tx, values)).reverse()
  const byPin = new Map(known.map((one) => [one.pin_no, one]))
  const byEmail = new Map(known.map((one) => [one.email, one]))
  const operators = await operatorsAmong(
    tx,
    values.map(({ user }) => user.email),
  )
  const issues: (RowIssue & { row: number })[] = []
  const first = { pin_no: new Map<string, number>(), email: new Map<string, number>() }
  let unchanged = 0
  for (const { row, value } of rows) {
    const there = byPin.get(value.pin_no)
    const sharing = byEmail.get(value.email)
    const twice = (['pin_no', 'email'] as const).flatMap((key) => {
      const other = first[key].get(value[key])
      first[key].set(value[key], other ?? row)
      const title = key === 'email' ? 'Email' : 'PIN No'
      return other ? [{ row, key, sentence: `Row ${other} has the same ${title}.` }] : []
    })
    issues.push(...twice)
    if (twice.length > 0) continue
    if (operators.has(value.user.email)) {
      issues.push({ row, key: 'user.email', sentence: say.operator.en })
    }
    if (there && isSame(there, value)) unchanged += 1
    else if (there)
      issues.push({ row, key: 'pin_no', sentence: say.pinTaken({ name: there.name }).en })
    else if (sharing)
      issues.push({ row, key: 'email', sentence: say.emailTaken({ name: sharing.name }).en })
  }
  return { issues, counts: { created: rows.length - unchanged, updated: 0, unchanged } }
}

export const upload = uploadHandler(uploaded)
export const faults = faultsHandler(uploaded)
export const template = templateHandler(uploaded)
export const importClients = importJob(uploaded)
