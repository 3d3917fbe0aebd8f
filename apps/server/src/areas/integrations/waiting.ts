import type { WaitingLine } from '@mshahara/contract/dashboard'
import { passwordReminderDays } from '@mshahara/contract/integrations'
import { daysLater } from '../../foundation/core/clock.ts'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'

/** M-PESA's passwords end after 90 days, and payments with them. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'view integrations')) return []
  const rows = await ctx.tx.all<{ ends: string }>`
    select meta ->> 'password_expires_on' as ends from integrations
    where status = 'active' and meta ->> 'password_expires_on'
      <= ${daysLater(ctx.today, passwordReminderDays)}`
  return rows.map(({ ends }) => ({
    key: 'mpesa-password',
    title:
      ends < ctx.today ? 'The M-PESA password has expired' : 'The M-PESA password expires soon',
    text: 'Change it in the M-PESA portal and have the new one entered here: payments stop with it.',
    link: '/integration',
    urgency: ends < ctx.today ? 'late' : 'soon',
    due: ends,
  }))
}
