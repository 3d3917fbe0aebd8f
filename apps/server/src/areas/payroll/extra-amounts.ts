import type { ExtraKind } from '@mshahara/contract/off-cycle'
import type { PayPart } from '@mshahara/engine/month-pay'
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
