import type { contract } from '@mshahara/contract'
import {
  type CasualCheck,
  type CasualCheckKind,
  casualCheckKinds,
} from '@mshahara/contract/casual-payroll'
import type { Tx } from '../../foundation/core/db.ts'
import { medians } from '../../foundation/core/median.ts'
import { dayInWordsSql } from '../../foundation/core/record-names.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import {
  describeLastPlace,
  describePlace,
  type Moved,
  movedIn,
  recordedBy,
} from '../../foundation/pay/places.ts'
import { type CasualRun, loadRun } from '../../foundation/pay/runs.ts'
import { changesWaiting } from '../maker-checker/index.ts'
import { stillIn, unchanged, type WorkedOut, workedOut } from './draft.ts'
import { newFaces } from './last-time.ts'
import { isEligible, type Office, officeOf, rangeIn } from './source.ts'
import { takenBeyond } from './taken-beyond.ts'
import { unseenDays } from './unseen-days.ts'

/** What needs a look before confirming, and only that. Each kind is one query. */

const titles: Record<CasualCheckKind, string> = {
  'negative net': 'Net pay below zero',
  'no pay': 'No daily pay',
  'inputs changed': 'Changed since the figures were worked out: recalculate first',
  'no roll': 'No sheet of the muster roll has these days: paid in full',
  'to come': 'These days are still to come',
  'new faces': 'New since the last payroll',
  'paid elsewhere': 'Some days are in another payroll: not paid here',
  'duplicate id': 'Same ID number as somebody else',
  'duplicate phone': 'Same phone number as somebody else',
  'same person': 'Same name and date of birth as somebody else',
  'also employee': 'Also an active employee',
  'unusual pay': 'Paid ten times the usual for a day or piece, or a tenth of it',
  'ended on roll': 'Marked on the roll, but not employed or not active: not paid for it',
  'left out': 'Present on the roll, but not in any payroll for these days',
  continuous: 'Worked for 30 days in a row: no longer a casual (Employment Act s. 37)',
  'one third rule': 'Net pay under one third of gross (Employment Act s. 19(3))',
  'earlier weeks': 'Statutory deductions cover earlier pay this month, when nothing was deducted',
  'not given back':
    'More was deducted from earlier pay in a month than is now due: it is not refunded',
  'no mobile': 'To be paid by M-PESA, but without a Kenyan mobile number',
  'phone changed': 'Paid differently from last time',
  'change waiting': 'A change is waiting for a second person and is not in effect',
  'missing numbers': 'No KRA PIN, NSSF or SHIF number: it will be missing from the returns',
}
const blocking: readonly CasualCheckKind[] = ['negative net', 'no pay', 'inputs changed']
/** Enough to act on; the count says how many there are. */
const mostPeople = 50

interface Finding {
  kind: CasualCheckKind
  casual_id: string
  casual_no: string
  name: string
  detail: string
}

const grouped = (found: Finding[]): CasualCheck[] =>
  casualCheckKinds.flatMap((kind): CasualCheck[] => {
    const people = found.filter((one) => one.kind === kind)
    if (people.length === 0) return []
    const blocks = blocking.includes(kind)
    const first = people.slice(0, mostPeople)
    return [{ kind, blocks, title: titles[kind], count: people.length, people: first, days: [] }]
  })

/** Days that nobody has seen are told by the day; where a roll is kept, they are ticked (C22). */
const byDay = (days: WorkedOut['days'], today: string, { keeps_roll }: Office): CasualCheck[] => {
  const unseen = unseenDays(days, today)
  const kinds = keeps_roll ? (['no roll', 'to come'] as const) : (['to come'] as const)
  return kinds.flatMap((kind): CasualCheck[] => {
    const list = unseen[kind]
    if (list.length === 0) return []
    const told = { title: titles[kind], count: list.length, people: [], days: list }
    return [{ kind, blocks: keeps_roll, ...told }]
  })
}

export const checks: Handler<(typeof contract.casualPayrolls)['checks']> = async (
  { tx, today },
  { params },
) => checksOf(tx, await loadRun(tx, 'casual', params.id), today)

export async function checksOf(tx: Tx, payroll: CasualRun, today: string): Promise<CasualCheck[]> {
  if (payroll.status !== 'draft') return []
  const { found, days } = await blocked(tx, payroll, today)
  const people = grouped([
    ...found,
    ...(await ownFaults(tx, payroll)),
    ...(await newFaces(tx, payroll)),
    ...(await waitingChanges(tx, payroll)),
    ...(await elsewhere(tx, payroll)),
    ...(await doubles(tx, payroll)),
    ...(await alsoEmployed(tx, payroll)),
    ...(await unusual(tx, payroll)),
    ...(await offTheRoll(tx, payroll)),
    ...(await continuous(tx, payroll)),
    ...(await paidElsewhere(tx, payroll)),
    ...(await takenBeyond(tx, payroll)),
  ])
  const place = ({ kind }: CasualCheck) => casualCheckKinds.indexOf(kind)
  return [...people, ...days].sort((one, other) => place(one) - place(other))
}

/** Only what prevents confirming: the rest could be looked at before. */
export async function blockersOf(tx: Tx, payroll: CasualRun, today: string) {
  const { found, days } = await blocked(tx, payroll, today)
  return { people: grouped(found), days: days.filter(({ blocks }) => blocks) }
}

async function blocked(tx: Tx, payroll: CasualRun, today: string) {
  const office = await officeOf(tx)
  const worked = await workedOut(tx, payroll, stillIn(payroll), office)
  return {
    found: [...(await unpayable(tx, payroll)), ...(await changedInputs(tx, payroll, worked))],
    days: byDay(worked.days, today, office),
  }
}

const who = raw(`c.id as casual_id, c.casual_no, concat_ws(' ', c.first_name, c.last_name) as name`)
const money = (amount: string) => raw(`to_char(${amount}, 'FM999,999,999,990.00')`)
const mark = (column: string) => `ltrim(translate(upper(${column}), ' ./+-', ''), '0')`

/** What each payslip shows by itself. */
const faultsOf = (tx: Tx, { id }: CasualRun, faults: Sql) =>
  tx.all<Finding>`select f.kind, ${who}, f.detail
    from payslips s join casuals c on c.id = s.casual_id,
      lateral (values ${faults}) as f (kind, applies, detail)
    where s.payroll_id = ${id} and f.applies order by c.number`

const unpayable = (tx: Tx, payroll: CasualRun) =>
  faultsOf(
    tx,
    payroll,
    sql`('negative net', s.net < 0, 'Net ' || ${money('s.net')}),
      ('no pay', s.pay = 0, 'No pay is recorded for a day or piece')`,
  )

const ownFaults = (tx: Tx, payroll: CasualRun) =>
  faultsOf(
    tx,
    payroll,
    sql`('one third rule', s.net >= 0 and s.net * 3 < s.gross,
        'Net ' || ${money('s.net')} || ' of gross ' || ${money('s.gross')}),
      ('no mobile', c.pay_by = 'mpesa' and c.phone !~ '^0[17][0-9]{8}$', c.phone),
      ('missing numbers', ${payroll.statutory} and num_nulls(c.pin_no, c.nssf_no, c.nhif_no) > 0,
        concat_ws(', ', case when c.pin_no is null then 'KRA PIN' end,
          case when c.nssf_no is null then 'NSSF' end,
          case when c.nhif_no is null then 'SHIF' end)),
      ('not given back', s.months @? '$[*].kept', ${money(keptIn)} || ' taken earlier'),
      ('earlier weeks', s.months @? '$[*].late', ${money(lateOf('amount'))} || ' of '
        || ${money('s.statutory')} || ' for earlier pay of ' || ${money(lateOf('gross'))})`,
  )

const keptIn = "(select sum((m ->> 'kept')::numeric) / 100 from jsonb_array_elements(s.months) m)"

const lateOf = (part: 'gross' | 'amount') =>
  `(select sum((m -> 'late' ->> '${part}')::numeric) / 100 from jsonb_array_elements(s.months) m)`

/** Not in the payslips, as nobody has agreed to it. */
const waitingChanges = (tx: Tx, { id }: CasualRun) =>
  tx.all<Finding>`select 'change waiting' as kind, ${who}, w.detail
    from (${changesWaiting(id)}) w join casuals c on c.id = w.payee_id order by c.number`

/** Who has which days of the range in another payroll (C24); also who has no other day in it. */
const elsewhere = (tx: Tx, { id, from, to }: CasualRun) =>
  tx.all<Finding>`select 'paid elsewhere' as kind, ${who}, x.detail from casuals c join (
      select s.casual_id, string_agg(${raw(stretchInWords)} || ' in ' || p.code, ', ' order by d)
        as detail
      from payslips s join payrolls p on p.id = s.payroll_id,
        unnest(s.during * ${rangeIn({ from, to })}) d
      where s.during && ${rangeIn({ from, to })} and s.payroll_id <> ${id} and not s.void
      group by s.casual_id) x on x.casual_id = c.id
    where ${isEligible({ from, to })} order by c.number`

const stretchInWords = `case when upper(d) - lower(d) > 1 then ${dayInWordsSql('lower(d)')} || ' to ' else '' end
  || ${dayInWordsSql('upper(d) - 1')}`

/** One number, two people: a slip of the pen, or somebody who is not there. */
const doubles = (tx: Tx, { id }: CasualRun) =>
  tx.all<Finding>`with marked as (
      select c.id, c.number, m.kind, m.mark
      from casuals c, lateral (values
        ('duplicate id', ${raw(mark('c.id_number'))}),
        ('duplicate phone', right(${raw(mark('c.phone'))}, 9)),
        ('same person', lower(c.first_name || ' ' || c.last_name) || ' ' || c.dob)
      ) as m (kind, mark) where m.mark <> ''),
    shared as materialized (
      select kind, mark, array_agg(id order by number) as ids from marked
      group by kind, mark having count(*) > 1)
    select x.kind, ${who}, 'Also ' || (
      select string_agg(concat_ws(' ', o.first_name, o.last_name) || ' (' || o.casual_no || ')', ', ')
      from casuals o where o.id = any ((array_remove(x.ids, c.id))[1:3])) as detail
    from shared x join casuals c on c.id = any (x.ids)
    where ${isPaidBy(id)} order by c.number`

/** Casual `c` is in a run, looked up by key: the planner knows nothing of a fresh one. */
const isPaidBy = (payroll_id: string): Sql => sql`(select true from payslips s
  where s.organization_id = c.organization_id and s.casual_id = c.id
    and s.payroll_id = ${payroll_id} limit 1)`

/** By the ID number or the phone; sorted together once, whatever is planned. */
const alsoEmployed = (tx: Tx, { id }: CasualRun) =>
  tx.all<Finding>`with marked as (
      select c.id as casual_id, null::uuid as employee_id, m.kind, m.mark
      from casuals c, lateral (values
        ('id', ${raw(mark('c.id_number'))}),
        ('phone', right(${raw(mark('c.phone'))}, 9))) as m (kind, mark)
      union all
      select null, e.id, m.kind, m.mark
      from employees e, lateral (values
        ('id', ${raw(mark('e.id_number'))}),
        ('phone', right(${raw(mark('e.phone'))}, 9))) as m (kind, mark)
      where e.status = 'active'),
    both_lists as materialized (
      select array_agg(casual_id) as casuals, min(employee_id::text)::uuid as employee_id
      from marked where mark <> '' group by kind, mark
      having count(casual_id) > 0 and count(employee_id) > 0)
    select distinct on (c.number) 'also employee' as kind, ${who},
      concat_ws(' ', e.first_name, e.last_name) || ' (' || e.employee_no || ')' as detail
    from both_lists b join casuals c on c.id = any (b.casuals)
    join employees e on e.id = b.employee_id where ${isPaidBy(id)} order by c.number`

/** So many are needed to know what is usual. */
const enough = 5

/** Against the rate in the middle of all: a zero slips easily. */
async function unusual(tx: Tx, { id }: CasualRun): Promise<Finding[]> {
  const usual = await medians(
    tx,
    sql`select pay_basis as name, pay as amount from (
        select pay_basis, pay, count(*) over (partition by pay_basis) as people from casuals
        where status = 'active' and pay > 0) known
      where people >= ${enough}`,
  )
  const rates = [...usual.values()].map((cents) => (cents / 100).toFixed(2))
  return tx.all<Finding>`select 'unusual pay' as kind, ${who},
      ${money('s.pay')} || ', usual here is ' || ${money('u.pay')} as detail
    from payslips s join casuals c on c.id = s.casual_id
    join unnest(${[...usual.keys()]}::text[], ${rates}::numeric[]) as u (pay_basis, pay)
      on u.pay_basis = s.pay_basis
    where s.payroll_id = ${id} and s.pay > 0 and (s.pay >= u.pay * 10 or s.pay * 10 <= u.pay)
    order by c.number`
}

/** Marked for days that nobody will pay. */
const offTheRoll = (tx: Tx, { from, to }: CasualRun) =>
  tx.all<Finding>`with present as (
      select m.casual_id, count(*) as days, min(m.day) as first from muster_marks m
      join casuals c on c.id = m.casual_id
      where m.day between ${from}::date and ${to}::date and (m.present > 0 or m.pieces > 0)
        and (c.status not in ('active', 'terminated') or m.day < c.employment_date
          or m.day > c.termination_date)
      group by m.casual_id)
    select 'ended on roll' as kind, ${who}, initcap(c.status) || ', marked for ' || p.days
      || case p.days when 1 then ' day' else ' days' end || ' from ' || ${raw(dayInWordsSql('p.first'))}
      as detail
    from present p join casuals c on c.id = p.casual_id
    union all
    select 'left out', ${who}, 'Present on ' || p.days
      || case p.days when 1 then ' day' else ' days' end
    from (select m.casual_id, count(*) as days from muster_marks m
      join casuals c on c.id = m.casual_id
      where m.day between ${from}::date and ${to}::date and (m.present > 0 or m.pieces > 0)
        and m.day >= c.employment_date and (m.day <= c.termination_date) is not false
        and not exists (select from payslips s where s.casual_id = m.casual_id
          and s.during @> m.day and not s.void)
      group by m.casual_id) p join casuals c on c.id = p.casual_id
    where ${isEligible({ from, to })}`

/** As far back as a stretch may begin. */
const looksBack = 120
/** A month of days; the rest day after six counts with them (Employment Act s. 37(2)). */
const aMonth = 30

const continuous = (tx: Tx, { id, to }: CasualRun) =>
  tx.all<Finding>`with slips as materialized (
      select s.casual_id, s.lines ->> 'marks' as marks, p."from" as first
      from payslips own
      cross join lateral (select * from payslips s where s.organization_id = own.organization_id
        and s.casual_id = own.casual_id offset 0) s
      join payrolls p on p.id = s.payroll_id
      where own.payroll_id = ${id} and s.during && daterange(${to}::date - ${looksBack}::int, ${to}::date, '[]')
        and not s.void),
    worked as (
      select casual_id, first + n - 1 as day from slips, generate_series(1, length(marks)) n
      where substr(marks, n, 1) ~ '[FHfh]'),
    begun as (
      select casual_id, day, (day - lag(day) over own > 2)::int as begins
      from worked window own as (partition by casual_id order by day)),
    stretches as (
      select casual_id, day, sum(begins) over (partition by casual_id order by day) as stretch
      from begun),
    long as materialized (
      select casual_id, min(day) as first, max(day) as last from stretches
      group by casual_id, coalesce(stretch, 0) having max(day) - min(day) + 1 >= ${aMonth})
    select distinct on (c.number) 'continuous' as kind, ${who},
      ${raw(dayInWordsSql('l.first'))} || ' to ' || ${raw(dayInWordsSql('l.last'))} as detail
    from long l join casuals c on c.id = l.casual_id order by c.number, l.last desc`

/** To another phone than the last payment, or no longer in cash, and who wrote that. */
async function paidElsewhere(tx: Tx, { id }: CasualRun): Promise<Finding[]> {
  const moved = new Map((await movedIn(tx, id)).map((one) => [one.payee_id, one]))
  if (moved.size === 0) return []
  const ids = [...moved.keys()]
  const said = await recordedBy(tx, 'casuals', ids)
  const people = await tx.all<Omit<Finding, 'kind' | 'detail'>>`select ${who} from casuals c
    where c.id = any (${ids}::uuid[]) order by c.number`
  return people.map((one) => {
    const { last, now } = moved.get(one.casual_id) as Moved
    const detail = [`${describeLastPlace(last)} → ${describePlace(now)}`, said.get(one.casual_id)]
    return { kind: 'phone changed', ...one, detail: detail.filter(Boolean).join('. ') }
  })
}

/**
 * Somebody corrected the roll, a person, an item or a setting after the calculation, or wrote into
 * the payslips themselves.
 */
async function changedInputs(tx: Tx, payroll: CasualRun, { slips }: WorkedOut): Promise<Finding[]> {
  const same = await unchanged(tx, payroll.id, slips)
  return tx.all<Finding>`select 'inputs changed' as kind, ${who},
      coalesce(o.why || ': recalculate this payroll to leave them out', 'Recalculate this payroll')
        as detail
    from payslips s join casuals c on c.id = s.casual_id
    left join slips_out_of_pay(${payroll.id}) o on o.slip_id = s.id
    where s.payroll_id = ${payroll.id} and s.id <> all (${[...same]}::uuid[]) order by c.number`
}
