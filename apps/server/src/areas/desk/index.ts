import { contract } from '@mshahara/contract'
import type { DeskNumber } from '@mshahara/contract/desk'
import { inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { type Area, area } from '../../foundation/http/area.ts'
import { bind, crossing, type Handler } from '../../foundation/http/bind.ts'
import * as work from '../../foundation/jobs/failed.ts'
import * as post from '../../foundation/mail/failed.ts'
import { databaseBytes, inBytes, tables } from './database-size.ts'
import { say } from './sentences.ts'
import { watching } from './watch.ts'

type Desk = typeof contract.desk

/** How the server itself is doing. */
async function ofServer(tx: PlatformTx): Promise<DeskNumber[]> {
  const bytes = await databaseBytes(tx)
  const line = { group: 'server', shown: null } as const
  return [
    {
      ...line,
      key: 'jobs',
      label: 'Failed jobs',
      count: await work.countFailed(tx),
      link: '/desk/jobs',
      tone: 'act',
    },
    {
      ...line,
      key: 'mails',
      label: 'Mail that failed',
      count: await post.countFailed(tx),
      link: '/desk/mails',
      tone: 'act',
    },
    {
      ...line,
      key: 'database',
      label: 'Size of the database',
      count: bytes,
      shown: inBytes(bytes),
      link: '/desk/database',
      tone: 'plain',
    },
  ]
}

const jobs: Handler<Desk['jobs']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { rows, total } = await work.failedJobs(tx, ctx.jobs.restartable, query)
    ctx.total(total)
    return rows
  })

const settleJob: Handler<Desk['settleJob']> = (ctx, { params, body }) =>
  inPlatform(ctx, async (tx) => {
    const { name, started } = await work.failedJob(tx, params.id)
    if (body().act === 'leave') {
      await work.setAside(tx, params.id, started)
      return { message: 'The job was set aside.' }
    }
    if (started && !ctx.jobs.restartable.includes(name)) {
      fail(422, say.jobCleared)
    }
    await work.restart(tx, params.id, started)
    ctx.jobs.wake(name)
    return { message: 'The job was started again.' }
  })

const mails: Handler<Desk['mails']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { rows, total } = await post.failedMails(tx, ctx.secrets, query)
    ctx.total(total)
    return rows
  })

const settleMail =
  (areas: readonly Area[]): Handler<Desk['settleMail']> =>
  (ctx, { params, body }) =>
    inPlatform(ctx, async (tx) => {
      const { whole } = await post.failedMail(tx, ctx.secrets, params.id)
      if (body().act === 'leave') {
        await post.setAside(tx, params.id)
        return { message: 'The message was set aside.' }
      }
      if (!whole) fail(422, say.wordsGone)
      await post.sendAgain(tx, params.id, async (...told) => {
        for (const { letters } of areas) await letters?.(...told)
      })
      return { message: 'The message will be sent again.' }
    })

/** The operator's first page, which asks every area for its numbers. */
export function deskOf(areas: readonly Area[]) {
  const asked = async (tx: PlatformTx, today: string) => {
    const numbers: DeskNumber[] = []
    for (const { desk } of areas) numbers.push(...((await desk?.(tx, today)) ?? []))
    return [...numbers, ...(await ofServer(tx))]
  }
  return area('desk', {
    calls: bind(contract.desk, {
      numbers: crossing<Handler<Desk['numbers']>>((ctx) =>
        inPlatform(ctx, (tx) => asked(tx, ctx.today)),
      ),
      jobs: crossing(jobs),
      settleJob: crossing(settleJob),
      mails: crossing(mails),
      settleMail: crossing(settleMail(areas)),
      tables: crossing(tables),
    }),
    pollers: watching(asked),
    gauges: async (tx, today) => [
      ...(await asked(tx, today)).map(({ key, count }) => ({
        name: 'desk_number',
        help: "What the operator's first page counts, such as failed mail and payments in review.",
        labels: { key },
        value: count,
      })),
      ...(await work.readings(tx)),
      ...(await post.readings(tx)),
    ],
  })
}
