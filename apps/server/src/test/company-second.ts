import { contract } from '@mshahara/contract'
import type { Company } from './company.ts'

/** An act that waits for a second person (B29), and what may come between asking and agreeing. */

const { makerChecker } = contract

interface Answered {
  status: number
  body: object
}

const waits = ({ status }: Answered) => status === 202

/** Submits, and has somebody else agree where the company asks for that. */
export async function agreed(
  company: Company,
  submit: () => Promise<Answered>,
  again = submit,
): Promise<Answered> {
  const asked = await submit()
  if (!waits(asked)) return asked
  const second = await company.by('second')
  const maker = await company.by('primary')
  const { id, digest } = await waitingOf(company, asked)
  const call = { params: { id }, body: { digest } }
  await refused('its own maker agrees', maker.call(makerChecker.agree, call))
  const { detour } = company
  company.detour = undefined
  if (detour?.way === 'changed') {
    await detour.change()
    const done = await second.call(makerChecker.agree, call)
    return done.status < 300 ? done : agreed(company, again)
  }
  if (!detour) return second.call(makerChecker.agree, call)
  const back = { params: { id }, body: { reason: 'Please look again' } }
  const put =
    detour.way === 'sent back'
      ? await second.call(makerChecker.sendBack, back)
      : await maker.call(makerChecker.withdraw, { params: { id } })
  if (put.status >= 300) throw new Error(`Not ${detour.way}: ${JSON.stringify(put.body)}`)
  await refused(`agreed to when it was ${detour.way}`, second.call(makerChecker.agree, call))
  return agreed(company, submit)
}

/** Pressed by two people at once it is asked for twice, and the newer takes the older's place. */
async function waitingOf(company: Company, { body }: Answered) {
  const second = await company.by('second')
  const { proposal_id } = body as { proposal_id: string }
  const { body: own } = await second.call(makerChecker.get, { params: { id: proposal_id } })
  if (own.state === 'waiting') return own
  const subject = { params: { id: own.subject_id ?? '' } }
  const { body: all } = await second.call(makerChecker.about, subject)
  const newer = all.find(({ state, title }) => state === 'waiting' && title === own.title)
  if (!newer) throw new Error(`Nothing waits: ${JSON.stringify(own)}`)
  return newer
}

async function refused(what: string, call: Promise<Answered>) {
  const { status, body } = await call
  if (status < 400 || status >= 500) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
}
