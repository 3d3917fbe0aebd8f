import { Button, Group, Text, Title } from '@mantine/core'
import { mailStates, type PayslipMails, payslips } from '@mshahara/contract/payslips'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { IconMailForward } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import classes from './mail-states.module.css'

const mostShown = 50
const every_ms = 3000

/** What became of the emails of a confirmed run; those that did not arrive, by name. */
export default function MailStates({ payroll_id }: { payroll_id: string }) {
  const call = { params: { id: payroll_id } }
  const { data } = useRead(payslips.mails, call, {
    every_ms: (known) => (known?.settling || known?.queued ? every_ms : false),
  })
  const nobody = data && mailStates.every((state) => data[state] === 0) && data.no_address === 0
  if (!data || nobody) return null
  const open = data.people.filter(({ state }) => state === 'failed' || state === 'uncertain')
  return (
    <section className={`card ${classes.mails}`} aria-labelledby="payslip-mails">
      <Group justify="space-between">
        <Title order={2} id="payslip-mails">
          Payslip emails
        </Title>
        {data.failed > 0 && <ResendFailed payroll_id={payroll_id} />}
      </Group>
      <Counts mails={data} />
      {open.length > 0 && (
        <ul className={classes.people}>
          {open.slice(0, mostShown).map((person) => (
            <Person key={person.payslip_id} person={person} />
          ))}
        </ul>
      )}
      {open.length > mostShown && (
        <Text size="sm" c="dimmed">{`and ${open.length - mostShown} more`}</Text>
      )}
      {data.uncertain > 0 && (
        <Text size="sm" c="dimmed">
          Uncertain: the server stopped while handing the message over. It may have arrived; ask
          before you send it again.
        </Text>
      )}
    </section>
  )
}

function Counts({ mails }: { mails: PayslipMails }) {
  return (
    <Group gap="md" aria-live="polite">
      {mailStates
        .filter((state) => mails[state] > 0)
        .map((state) => (
          <span key={state} className={classes.count}>
            <Status value={state} />
            <b className="figures">{mails[state]}</b>
          </span>
        ))}
      {mails.no_address > 0 && (
        <Text size="sm" c="dimmed">{`${mails.no_address} without an email address`}</Text>
      )}
    </Group>
  )
}

function ResendFailed({ payroll_id }: { payroll_id: string }) {
  const may = useMay()
  const resend = useAct(payslips.resend, { notice: ({ message }) => message })
  return (
    may(payslips.resend) && (
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        loading={resend.busy}
        onClick={() => resend.run({ params: { id: payroll_id } })}
      >
        Resend failed
      </Button>
    )
  )
}

function Person({ person }: { person: PayslipMails['people'][number] }) {
  const email = useAct(payslips.email, { notice: 'Payslip sent to email successfully' })
  return (
    <li>
      <Status value={person.state} />
      <span className={classes.who}>
        <b>{person.name}</b> {person.recipient}
        {person.error && <Text size="sm" c="dimmed" component="span">{` ${person.error}`}</Text>}
      </span>
      <RowButton
        icon={IconMailForward}
        label={`Send to ${person.name} again`}
        busy={email.busy}
        onClick={() => email.run({ params: { id: person.payslip_id } })}
      >
        Send again
      </RowButton>
    </li>
  )
}
