import { inBoth, monthSaid, type Said } from '@mshahara/contract/language'
import { dayOf } from '../../foundation/core/clock.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { notify, textNews } from '../notifications/index.ts'

/**
 * Whoever has been paid hears of it, once for each payslip: by the payout or by the day of payment,
 * whichever says so first (`tell_paid` in functions/news.sql notes both).
 */

interface PaidRow {
  organization_id: string
  id: string
  employee_id: string
  month: string
  user_id: string | null
}

const atOnce = 100

export const paidNews = (services: Services): Poller => ({
  name: 'payslips.paid',
  every_ms: 5_000,
  looksWhile: () => sql`exists (select from pay_news where told_at is null)`,
  async next() {
    const today = dayOf(services.clock.now())
    const told = await services.db.inPlatform(async (tx) => {
      const rows = await due(tx, today)
      for (const [organization_id, paid] of Map.groupBy(rows, (row) => row.organization_id)) {
        await tellPaid(tx, services, organization_id, paid)
      }
      return rows.length
    })
    return told > 0 ? async () => {} : null
  },
})

/** A payslip that was taken back meanwhile is nobody's news. */
const due = (tx: PlatformTx, today: string) =>
  tx.all<PaidRow>`with news as (
      update pay_news n set told_at = app_now() where (n.organization_id, n.id) in (
        select organization_id, id from pay_news where told_at is null and due <= ${today}
        order by due limit ${atOnce} for update skip locked)
      returning organization_id, id)
    select s.organization_id, s.id, s.employee_id, s.month, m.user_id
    from news n join paid_slips s on (s.organization_id, s.id) = (n.organization_id, n.id)
    left join memberships m on m.status = 'active'
      and (m.organization_id, m.employee_id) = (s.organization_id, s.employee_id)
    order by s.id`

async function tellPaid(
  tx: PlatformTx,
  services: Services,
  organization_id: string,
  paid: PaidRow[],
) {
  const texts = new Map<string, Said>()
  for (const { id, employee_id, month, user_id } of paid) {
    const text = inBoth((language) =>
      language === 'sw'
        ? `Mshahara wako wa ${monthSaid(month, 'sw')} umelipwa.`
        : `Your pay for ${monthSaid(month, 'en')} was paid.`,
    )
    const title = { en: 'You have been paid', sw: 'Umelipwa mshahara' }
    const link = '/my-payslips'
    const key = `paid ${id}`
    if (user_id) await notify(tx, organization_id, [user_id], { key, title, text, link })
    texts.set(employee_id, {
      en: `your pay for ${monthSaid(month, 'en')} was paid.`,
      sw: `mshahara wako wa ${monthSaid(month, 'sw')} umelipwa.`,
    })
  }
  await textNews(tx, services, organization_id, texts)
}
