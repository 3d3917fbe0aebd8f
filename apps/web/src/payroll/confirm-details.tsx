import { Skeleton, Stack, Text } from '@mantine/core'
import { type PayrollCheck, payrolls } from '@mshahara/contract/payroll'
import { payslips } from '@mshahara/contract/payslips'
import { useRead } from '../lib/api.ts'
import { HeadlineFigures } from './headlines.tsx'
import classes from './payroll.module.css'

/** What is confirmed: the whole run, whatever part of it the screen behind shows. */
export function useConfirmDetails(id: string) {
  const payroll = useRead(payrolls.get, { params: { id }, query: { limit: 1 } })
  const checks = useRead(payrolls.checks, { params: { id } })
  const mails = useRead(payslips.recipients, { params: { id } })
  return {
    ...{ payroll: payroll.data, checks: checks.data, mails: mails.data },
    isPending: payroll.isPending || checks.isPending || mails.isPending,
  }
}

export function ConfirmDetails({ id }: { id: string }) {
  const { payroll, checks, mails } = useConfirmDetails(id)
  if (!payroll || !checks || !mails) return <Skeleton height={180} radius="md" />
  const { compared } = payroll
  return (
    <Stack gap="sm">
      <div className={classes.framed}>
        <HeadlineFigures of={payroll} />
      </div>
      {compared && (
        <Text size="xs" c="dimmed">
          {`The lines below the totals show the change from ${compared.month} ${compared.year}.`}
        </Text>
      )}
      <Open
        checks={checks.filter(({ blocks, approvable }) => blocks && !approvable)}
        title="To be corrected first"
      />
      <Open checks={checks.filter(({ blocks }) => !blocks)} title="Open warnings" />
      {checks.length === 0 && <Text size="sm">The checks found nothing that needs attention.</Text>}
      <Text size="sm">
        {mails.count === 1
          ? '1 payslip will be emailed.'
          : `${mails.count} payslips will be emailed.`}
        {mails.no_address > 0 && ` ${withoutAddress(mails)}`}
      </Text>
    </Stack>
  )
}

function Open({ checks, title }: { checks: PayrollCheck[]; title: string }) {
  if (checks.length === 0) return null
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul className={classes.open}>
        {checks.map(({ kind, title: what, count }) => (
          <li key={kind}>{count > 0 ? `${what}: ${count}` : what}</li>
        ))}
      </ul>
    </section>
  )
}

interface Lacking {
  no_address: number
  people: { name: string }[]
}

function withoutAddress({ no_address, people }: Lacking): string {
  const names = people.map(({ name }) => name).join(', ')
  const more = no_address > people.length ? ` and ${no_address - people.length} more` : ''
  const have = no_address === 1 ? '1 person has' : `${no_address} people have`
  return `${have} no email address: ${names}${more}.`
}
