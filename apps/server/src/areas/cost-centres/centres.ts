import type { contract } from '@mshahara/contract'
import type { CostCentre } from '@mshahara/contract/cost-centres'
import { monthOf } from '@mshahara/engine/calendar'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { asc } from '../../foundation/core/drizzle.ts'
import { found } from '../../foundation/core/fail.ts'
import { rowsOf } from '../../foundation/http/rows.ts'
import { centresIn } from './intake.ts'
import { cost_centres as table } from './tables.ts'

/** The list, and which departments and work stations belong to each of it. */

type Centres = (typeof contract)['costCentres']
type Row = (typeof table)['$inferSelect']

interface Units {
  id: string
  departments: string[]
  work_stations: string[]
  people: number
}

async function withUnits(ctx: Ctx, rows: Row[]): Promise<CostCentre[]> {
  const units = await ctx.tx.all<Units>`
    select c.id, coalesce(json_agg(u.department_id) filter (where u.department_id is not null),
        '[]') as departments,
      coalesce(json_agg(u.work_station_id) filter (where u.work_station_id is not null),
        '[]') as work_stations, coalesce(max(n.people), 0)::int as people
    from cost_centres c
    left join cost_centre_units u on u.cost_centre_id = c.id
    left join (select h.centre, count(*) as people from employees e
      cross join lateral (${centresIn(monthOf(ctx.today))}) h
      where e.status <> 'terminated' group by h.centre) n on n.centre = c.id
    where c.id = any (${rows.map(({ id }) => id)}) group by c.id`
  const known = new Map(units.map(({ id, ...rest }) => [id, rest]))
  return rows.map((row) => ({
    ...row,
    ...(known.get(row.id) ?? { departments: [], work_stations: [], people: 0 }),
  }))
}

/** As they are given: what is no longer among them belongs nowhere. */
async function setUnits(tx: Tx, id: string, departments: string[], stations: string[]) {
  const wanted = [...departments, ...stations]
  await tx.run`delete from cost_centre_units where cost_centre_id = ${id}
    and coalesce(department_id, work_station_id) <> all (${wanted}::uuid[])`
  await tx.run`insert into cost_centre_units (cost_centre_id, department_id, work_station_id)
    select ${id}, g.department_id, g.work_station_id from (
      select unnest(${departments}::uuid[]) as department_id, null::uuid as work_station_id
      union all select null, unnest(${stations}::uuid[])) g
    where not exists (select from cost_centre_units u where u.cost_centre_id = ${id}
      and coalesce(u.department_id, u.work_station_id)
        = coalesce(g.department_id, g.work_station_id))`
}

export function centresOf(calls: Centres) {
  const { list, create, update } = rowsOf(calls, table, {
    title: 'Cost centre',
    order: [asc(table.code), asc(table.id)],
    kept: ({ code, name, active }) => ({ code, name, active }),
  })
  const one = async (ctx: Ctx, row: Row) => found((await withUnits(ctx, [row]))[0])
  return {
    list: async (ctx: Ctx) => withUnits(ctx, await list(ctx)),
    async create(ctx: Ctx, given: Parameters<typeof create>[1]) {
      const row = await create(ctx, given)
      await setUnits(ctx.tx, row.id, given.body.departments, given.body.work_stations)
      return one(ctx, row)
    },
    async update(ctx: Ctx, { params, body }: Parameters<typeof update>[1]) {
      const row = await update(ctx, { params, body })
      const { departments, work_stations } = body()
      await setUnits(ctx.tx, row.id, departments, work_stations)
      return one(ctx, row)
    },
  }
}
