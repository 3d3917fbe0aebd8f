import { freeze, openDays } from '../areas/casual-payroll/index.ts'
import { addCasuals } from '../areas/casuals/index.ts'
import { daysLater } from '../foundation/core/clock.ts'
import type { Tx } from '../foundation/core/db.ts'

/** Casual workers with four weeks on the roll, three of them paid, for a first look. */

const names = [
  ...['Baraka Mutua', 'Zuhura Ali', 'Kevin Ouma', 'Mercy Chelimo', 'Juma Wekesa', 'Amina Yusuf'],
  ...['Peter Njuguna', 'Nafula Barasa', 'Dennis Kiptoo', 'Grace Moraa', 'Hassan Omar'],
  ...['Lilian Akoth', 'Samuel Kilonzo', 'Rehema Charo', 'Victor Maina', 'Joyce Nekesa'],
  ...['Abdi Farah', 'Cynthia Atieno', 'Moses Lelei', 'Salome Wanza'],
]

interface Adding {
  organization_id: string
  today: string
}

export async function addDemoCasuals(tx: Tx, adding: Adding) {
  const units = (table: 'departments' | 'work_stations') =>
    table === 'departments'
      ? tx.all<{ id: string }>`select id from departments order by name`
      : tx.all<{ id: string }>`select id from work_stations order by name`
  const departments = await units('departments')
  const stations = await units('work_stations')
  const ids = await addCasuals(
    tx,
    adding,
    names.map((name, index) => {
      const [first_name = '', last_name = ''] = name.split(' ')
      const byPiece = index % 9 === 5
      return {
        ...{ first_name, last_name, middle_name: null, address: null, termination_date: null },
        id_number: String(28_400_110 + index * 7919),
        phone: `07${String(11_500_200 + index * 104_729).padStart(8, '0')}`,
        gender: index % 2 ? 'Female' : 'Male',
        dob: `19${82 + (index % 17)}-0${1 + (index % 9)}-1${index % 9}`,
        pay: byPiece ? 1_500 : 75_000 + (index % 4) * 5_000,
        pay_basis: byPiece ? 'piece' : 'day',
        piece: byPiece ? 'sack' : null,
        pay_by: index % 7 === 6 ? 'cash' : 'mpesa',
        duty: byPiece ? 'Bagging' : index % 3 ? 'Loading' : 'Packing',
        employment_date: daysLater(adding.today, -120 + index),
        department_id: departments[index % departments.length]?.id ?? null,
        work_station_id: stations[index % stations.length]?.id ?? null,
        ...{ pin_no: null, nssf_no: null, nhif_no: null },
      }
    }),
  )
  await addItems(tx, ids, adding.today)
  await payWeeks(tx, adding)
}

async function addItems(tx: Tx, ids: string[], today: string) {
  await tx.run`insert into casual_advances (casual_id, name, amount)
    select id, 'Lunch', 100 from unnest(${ids.slice(0, 6)}::uuid[]) as c (id)`
  await tx.run`insert into casual_deductions (casual_id, name, amount, "from", "to")
    select id, 'Safety boots', 50, ${daysLater(today, -20)}, ${daysLater(today, 20)}
    from unnest(${ids.slice(2, 5)}::uuid[]) as c (id)`
}

/** Monday to Sunday, nobody on Sundays; here and there half a day, an absence, overtime. */
async function payWeeks(tx: Tx, { organization_id, today }: Adding) {
  const monday = daysLater(today, -((new Date(today).getUTCDay() + 6) % 7))
  for (let back = 4; back >= 1; back -= 1) {
    const from = daysLater(monday, -7 * back)
    const to = daysLater(from, 6)
    await tx.run`insert into muster_days (day)
      select d::date from generate_series(${from}::date, ${to}::date, '1 day') d`
    await tx.run`insert into muster_marks (casual_id, day, present, overtime_hours, pieces)
      select c.id, d::date, case when (c.number + extract(doy from d)) % 11 = 0 then 0
          when (c.number + extract(doy from d)) % 7 = 0 and c.pay_basis = 'day' then 0.5 else 1 end,
        case when (c.number * 3 + extract(doy from d)) % 13 = 0 and c.pay_basis = 'day'
          and (c.number + extract(doy from d)) % 11 <> 0 then 2 else 0 end,
        case when c.pay_basis = 'piece' and (c.number + extract(doy from d)) % 11 <> 0
          then 48 + (c.number + extract(doy from d)) % 9 else 0 end
      from casuals c, generate_series(${from}::date, ${to}::date - 1, '1 day') d`
    if (back === 1) continue
    const { id } = await openDays(
      tx,
      organization_id,
      { from, to },
      { id: null, name: 'Achieng Odhiambo' },
    )
    await freeze(tx, id, 'Wanjiku Kamau')
  }
}
