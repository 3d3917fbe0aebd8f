import { contract, type Input } from '@mshahara/contract'
import { casualFaults } from '@mshahara/contract/casual-fields'
import { type Ctx, myOrganization } from '../../foundation/core/ctx.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import { pictureIn } from '../../foundation/core/pictures.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { checked, tried } from '../maker-checker/index.ts'
import { addCasuals, previewNumber } from './add.ts'
import { askedAbout, givenOf } from './asked-about.ts'
import { casualById } from './read.ts'
import { say } from './sentences.ts'
import { casualSettings, casuals } from './tables.ts'

type Casuals = typeof contract.casuals
type CasualRow = typeof casuals.$inferSelect

export const nextNo: Handler<Casuals['nextNo']> = async ({ tx }) => ({
  next: await previewNumber(tx),
})

const createNow: Handler<Casuals['create']> = async (ctx, { body }) => {
  const adding = { organization_id: myOrganization(ctx), today: ctx.today }
  const [id = ''] = await addCasuals(ctx.tx, adding, [body])
  return { data: await casualById(ctx.tx, id) }
}

export const create = tried(
  'casuals.create',
  contract.casuals.create,
  { acts: ['joining'], link: () => '/casuals' },
  createNow,
)

async function locked({ tx }: Ctx, id: string): Promise<CasualRow> {
  const [row] = await tx.select().from(casuals).where(eq(casuals.id, id)).for('update')
  return found(row)
}

const updateNow: Handler<Casuals['update']> = async (ctx, input) => {
  const row = await locked(ctx, input.params.id)
  const change = changeOf(row, input.body())
  const set = Object.keys(change).length > 0 ? change : { casual_no: row.casual_no }
  await ctx.tx.update(casuals).set(set).where(eq(casuals.id, row.id))
  return casualById(ctx.tx, row.id)
}

function changeOf<C extends object>(row: CasualRow, change: C): C {
  for (const { field, sentence } of casualFaults({ ...row, ...change })) failField(field, sentence)
  return change
}

/** All that the form would change: it is agreed to as a whole, or not at all. */
async function toBeChanged(ctx: Ctx, { params, body }: Input<Casuals['update']>) {
  const row = await byId(ctx, params.id)
  const asked = await askedAbout(ctx.tx, row, changeOf(row, body()))
  return asked && { ...asked, given: givenOf(body(), row) }
}

async function byId({ tx }: Ctx, id: string): Promise<CasualRow> {
  return found((await tx.select().from(casuals).where(eq(casuals.id, id)))[0])
}

export const update = checked(
  'casuals.update',
  contract.casuals.update,
  {
    acts: ['salary', 'payee', 'joining'],
    asks: toBeChanged,
    hold: (ctx, { params }) => locked(ctx, params.id),
  },
  updateNow,
)

type Status = { status: CasualRow['status']; termination_date?: string | null | undefined }

/** The columns that another status comes with. */
function statusNext(row: CasualRow, { status, termination_date }: Status) {
  if (termination_date && termination_date < row.employment_date) {
    failField('termination_date', say.endsBefore)
  }
  const ends = status === 'terminated' && termination_date
  const rejoins = row.status === 'terminated' && status !== 'terminated'
  return {
    status,
    ...(ends ? { termination_date } : {}),
    // Somebody who is back no longer has a last day.
    ...(rejoins ? { termination_date: null } : {}),
  }
}

const changeStatusNow: Handler<Casuals['status']> = async (ctx, input) => {
  const row = await locked(ctx, input.params.id)
  await ctx.tx.update(casuals).set(statusNext(row, input.body())).where(eq(casuals.id, row.id))
  return casualById(ctx.tx, row.id)
}

/** Whoever is paid again by it waits for a second person. */
export const changeStatus = checked(
  'casuals.status',
  contract.casuals.status,
  {
    acts: ['joining'],
    async asks(ctx, { params, body }) {
      const row = await byId(ctx, params.id)
      return askedAbout(ctx.tx, row, statusNext(row, body()))
    },
    hold: (ctx, { params }) => locked(ctx, params.id),
  },
  changeStatusNow,
)

export const avatar: Staged<Casuals['avatar'], CasualRow, string> = {
  ...pictureIn('casual'),
  look: (ctx, { body }) => named(ctx, body.casual_id),
  async keep(ctx, { body }, name) {
    const row = await named(ctx, body.casual_id)
    await ctx.tx.update(casuals).set({ avatar: name }).where(eq(casuals.id, row.id))
    if (row.avatar) await ctx.later('files.remove', { folder: 'casual', name: row.avatar })
    return { avatar: name }
  },
}

async function named({ tx }: Ctx, id: string): Promise<CasualRow> {
  const [row] = await tx.select().from(casuals).where(eq(casuals.id, id))
  return row ?? failField('casual_id', say.casualNotFound)
}

// ---------------------------------------------------------------- the organisation's terms

type Terms = typeof contract.casualTerms

export const terms: Handler<Terms['get']> = async ({ tx }) => {
  const [row] = await tx.select().from(casualSettings)
  return found(row)
}

export const changeTerms: Handler<Terms['change']> = async ({ tx }, { body }) => {
  const [saved] = await tx.update(casualSettings).set(body).returning()
  return found(saved)
}
