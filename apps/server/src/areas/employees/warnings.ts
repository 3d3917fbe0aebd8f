import type { contract } from '@mshahara/contract'
import { bankCalled, branchCalled, nearestBanks } from '@mshahara/contract/banks'
import type { Tx } from '../../foundation/core/db.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { banks } from '../organizations/index.ts'
import { holdersOfNumbers, markOf, ownNumbers } from './shared-numbers.ts'

/** What deserves a second look before somebody is saved; nothing here is refused. */

type NumberedFields = (typeof ownNumbers)[number]['field'] | 'bank_name' | 'branch_name'
export type Numbered = { [F in NumberedFields]: string | null } & { tos?: string | null }

interface Doubt {
  field: string
  sentence: string
}

/** One list for each person: what they share with others here or in the records, and their bank. */
export async function warningsAbout(
  tx: Tx,
  people: { row?: number; value: Numbered }[],
  except: string | null = null,
): Promise<Doubt[][]> {
  const marks = people.map(({ value }) =>
    ownNumbers.map(({ kind, field }) => ({ kind, mark: markOf(field, value[field] ?? '') })),
  )
  const holders = await holdersOfNumbers(
    tx,
    marks.flat().filter(({ mark }) => mark),
    except,
  )
  const employer = await tx.one<{ pin_no: string | null }>`
    select pin_no from organizations where id = app_org()`
  const first = new Map<string, number>()
  return people.map(({ row = 0, value }, index) => {
    const faults = [...pinFaults(value, employer.pin_no), ...bankFaults(value)]
    for (const [place, { kind, mark }] of (marks[index] ?? []).entries()) {
      const { field, words } = ownNumbers[place] as (typeof ownNumbers)[number]
      const key = `${kind} ${mark}`
      const other = first.get(key)
      const holder = other ? `Row ${other}` : holders.get(key)
      if (mark && holder) faults.push({ field, sentence: `${holder} has the same ${words}.` })
      if (mark && !other) first.set(key, row)
    }
    return faults
  })
}

/** The return would credit the tax to the employer or another company, not to the person (B37). */
function pinFaults({ pin_no, tos }: Numbered, employers: string | null): Doubt[] {
  const mark = markOf('pin_no', pin_no ?? '')
  if (!mark) return []
  if (mark === markOf('pin_no', employers ?? '')) {
    return [{ field: 'pin_no', sentence: 'This is the KRA PIN of your organisation.' }]
  }
  // A consultant may be paid through a company.
  return mark.startsWith('P') && tos !== 'Consultant'
    ? [
        {
          field: 'pin_no',
          sentence: "This looks like a company's KRA PIN: a person's begins with A.",
        },
      ]
    : []
}

function bankFaults({ bank_name, branch_name, account_no }: Numbered): Doubt[] {
  const bank = bankCalled(banks, bank_name)
  if (!bank_name) {
    const sentence = 'An account number without a bank.'
    return account_no ? [{ field: 'bank_name', sentence }] : []
  }
  if (!bank) {
    const near = nearestBanks(banks, bank_name)
    const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
    return [{ field: 'bank_name', sentence: `This bank is not in the list.${meant}` }]
  }
  const faults: Doubt[] = []
  if (branch_name && !branchCalled(bank, branch_name)) {
    const sentence = `${bank.name} has no such branch in the list: it is paid without a branch code.`
    faults.push({ field: 'branch_name', sentence })
  }
  if (!account_no)
    faults.push({ field: 'account_no', sentence: 'A bank without an account number.' })
  return faults
}

/** While a form is filled in. Names are told to those who may see employees: its access says so. */
export const check: Handler<typeof contract.employees.check> = async (ctx, { body }) => {
  const { id, ...value } = body
  const [faults = []] = await warningsAbout(ctx.tx, [{ value }], id)
  return faults
}
