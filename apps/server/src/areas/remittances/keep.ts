import type { contract } from '@mshahara/contract'
import { loanProducts } from '@mshahara/engine/loans/products'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { isHelb, remittanceKey, wasDeducted } from '../exports/index.ts'
import { ofDeductions } from './months.ts'
import { sayToStaff } from './sentences.ts'

/** A deduction that takes back the employer's own money: nobody waits for it. */

type Keep = (typeof contract.remittances)['keep']

export const keep: Handler<Keep> = async ({ tx, today }, { body }) => {
  const { authority, kept } = body
  if (!kept) {
    await tx.run`delete from remittances_kept where authority = ${authority}`
    return { message: 'It is paid over again.' }
  }
  if (!authority.startsWith(ofDeductions)) fail(422, sayToStaff.byLaw)
  const name = authority.slice(ofDeductions.length)
  if (isLenders(name, today) || (await isSchemes(tx, name))) fail(422, sayToStaff.ofOthers)
  if (isHelb({ kind: 'other', name })) fail(422, sayToStaff.byLaw)
  if (!(await isKnown(tx, authority, name))) fail(422, sayToStaff.unknown)
  await tx.run`insert into remittances_kept (authority) values (${authority})
    on conflict (organization_id, authority) do nothing`
  return { message: 'It is paid over to nobody.' }
}

const isLenders = (name: string, today: string) =>
  loanProducts(today.slice(0, 7)).some(
    (one) => one.owed_to === 'lender' && remittanceKey(one.name) === name,
  )

/** Somebody had it deducted, or what was paid of it is still on record. */
const isKnown = async (tx: Tx, authority: string, name: string) =>
  name !== '' &&
  ((await wasDeducted(tx, name)) ||
    (await tx.maybe`select from remittance_payments where authority = ${authority} limit 1`) !==
      undefined)

/** A pension or a medical fund is its members'. */
const isSchemes = async (tx: Tx, name: string) =>
  (await tx.maybe`select from pension_schemes where lower(name) = ${name}
    union all select from recur_deductions where lower(name) = ${name} and kind <> 'other'
    limit 1`) !== undefined
