import type { ExtraItem, ExtraKind } from '@mshahara/contract/off-cycle'
import type { PayPart } from '@mshahara/engine/month-pay'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { cents, type Intake } from '../../foundation/pay/intake.ts'

/** What an extra run pays: the amounts that were entered for it, and nothing else (B31). */

interface Value {
  list: { id: string; name: string; kind: ExtraKind; amount: number }[] | null
}

const natures: Record<ExtraKind, { taxable: boolean; one_off: boolean }> = {
  'one-off': { taxable: true, one_off: true },
  regular: { taxable: true, one_off: false },
  untaxed: { taxable: false, one_off: false },
}

export const extraIntake: Intake<Value> = {
  name: 'extra',
  source: () => sql`select json_build_object('list', json_agg(json_build_object('id', i.id,
      'name', i.name, 'kind', i.kind, 'amount', a.amount) order by i.place)) as value
    from off_cycle_amounts a join off_cycle_items i
      on i.organization_id = a.organization_id and i.id = a.item_id
    where a.organization_id = app_org() and a.payslip_id = wanted.id`,
  parts: ({ list }) =>
    (list ?? []).map(({ id, name, kind, amount }): PayPart => {
      const line = { id, name, kind: 'income', amount: cents(amount), ...natures[kind] } as const
      return { side: 'income', line }
    }),
}

/** The columns of a draft, instead of those it had; their amounts go before them. */
export async function setExtraItems(tx: Tx, payroll_id: string, items: readonly ExtraItem[]) {
  await tx.run`delete from off_cycle_amounts a using off_cycle_items i
    where a.item_id = i.id and i.payroll_id = ${payroll_id}`
  await tx.run`delete from off_cycle_items where payroll_id = ${payroll_id}`
  return tx.all<{
    id: string
  }>`insert into off_cycle_items (payroll_id, place, name, kind, formulas)
    select ${payroll_id}, g.place, g.name, g.kind, g.formulas::jsonb
    from unnest(${items.map(({ name }) => name)}::text[],
      ${items.map(({ kind }) => kind)}::text[],
      ${items.map(({ formulas }) => JSON.stringify(formulas))}::text[])
      with ordinality as g (name, kind, formulas, place)
    order by g.place returning id`
}

/** With what each payslip has of them, in their order; returns how many amounts there are. */
export async function setExtraAmounts(
  tx: Tx,
  payroll_id: string,
  items: readonly ExtraItem[],
  rows: readonly { payslip_id: string; amounts: number[] }[],
): Promise<number> {
  const ids = (await setExtraItems(tx, payroll_id, items)).map(({ id }) => id)
  const cells = rows.flatMap(({ payslip_id, amounts }) =>
    amounts.flatMap((amount, place) =>
      amount > 0 ? [{ payslip_id, item_id: ids[place] as string, amount: amount / 100 }] : [],
    ),
  )
  return tx.run`insert into off_cycle_amounts (payslip_id, item_id, amount)
    select g.payslip_id, g.item_id, g.amount
    from json_to_recordset(${JSON.stringify(cells)}) as g (payslip_id uuid, item_id uuid,
      amount numeric)`
}
