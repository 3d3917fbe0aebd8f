import { Alert, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { PayoutPreview } from '@mshahara/contract/payouts'
import { date, dateTime, ksh } from '../lib/format.ts'
import { IconAlertTriangle } from '../ui/icons.ts'
import { Warnings } from '../ui/warnings.tsx'
import { cashPage, Names } from './names.tsx'
import classes from './payouts.module.css'
import { people } from './people.ts'
import { heldBackTitle } from './ticks.ts'

type Way = PayoutPreview['ways'][number]

interface Props {
  payroll_id: string
  preview: PayoutPreview
  /** Payslips of those who are held back; null where somebody else has ticked them. */
  onTick: ((payslip_id: string, on: boolean) => void) | null
}

/** What would be paid: to how many, from where, who is left out, who or whose account is new. */
export function Preview({ payroll_id, preview, onTick }: Props) {
  const { count, total, rounding, ways, warnings } = preview
  return (
    <>
      <dl className={classes.sums}>
        <div>
          <dt>People</dt>
          <dd className="figures">{count}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd className="figures">{ksh(total)}</dd>
        </div>
        {rounding > 0 && (
          <div>
            <dt>Rounding</dt>
            <dd className="figures">{ksh(rounding)}</dd>
          </div>
        )}
      </dl>
      {rounding > 0 && (
        <Text size="sm" c="dimmed">
          M-PESA pays whole shillings: the cents are not paid, and stay on record as rounding.
        </Text>
      )}
      {ways.length > 0 && (
        <ul className={classes.ways} aria-label="Paid from">
          {ways.map((way) => (
            <From key={way.method} way={way} />
          ))}
        </ul>
      )}
      <Warnings of={warnings} />
      <Leavers preview={preview} onTick={onTick} />
      <Changed preview={preview} />
      <FirstTime preview={preview} />
      <NotAgain preview={preview} />
      <LeftOut payroll_id={payroll_id} preview={preview} />
    </>
  )
}

function From({ way }: { way: Way }) {
  const { from, count, total, balance, balance_at } = way
  const lacking = balance === null ? 0 : total - balance
  return (
    <li>
      <span className={classes.from}>
        From <b>{from}</b>
      </span>
      <span className={`figures ${classes.sum}`}>{`${people(count)}, ${ksh(total)}`}</span>
      <Text size="sm" c="dimmed" className={classes.whole}>
        {balance === null
          ? 'The balance is unknown.'
          : `Balance ${ksh(balance)}${balance_at ? ` on ${dateTime(balance_at)}` : ''}`}
      </Text>
      {lacking > 0 && (
        <Group gap={6} wrap="nowrap" className={`warning ${classes.whole}`} role="status">
          <IconAlertTriangle size={16} aria-hidden />
          <Text size="sm" fw={550}>{`${ksh(lacking)} more than the balance`}</Text>
        </Group>
      )}
    </li>
  )
}

/** Whoever left before the days of the payroll were over, or is suspended: ticked to be paid. */
function Leavers({ preview: { of, leavers }, onTick }: Omit<Props, 'payroll_id'>) {
  const shown = onTick ? leavers : leavers.filter(({ ticked }) => ticked)
  if (shown.length === 0) return null
  const title = heldBackTitle(shown)
  return (
    <Alert color="orange" title={title} icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Text size="sm" mb={8}>
        {onTick
          ? 'They are not paid, unless you tick them.'
          : 'They were ticked to be paid anyway. Make sure they should be paid.'}
      </Text>
      {onTick ? (
        <Stack gap="xs" role="group" aria-label="To be paid anyway">
          {shown.map(({ employee, payslip_id, why, amount, ticked }) => (
            <Checkbox
              key={payslip_id}
              label={`${employee.name} ${employee.employee_no}`}
              description={`${why} · ${ksh(amount)}`}
              classNames={{ description: classes.onTint }}
              checked={ticked}
              onChange={({ currentTarget }) => onTick(payslip_id, currentTarget.checked)}
            />
          ))}
        </Stack>
      ) : (
        <Names
          label="To be paid anyway"
          run={of}
          total={shown.length}
          of={shown.map(({ employee, why, amount }) => ({
            employee,
            text: `${why}, ${ksh(amount)}`,
          }))}
        />
      )}
    </Alert>
  )
}

function Changed({ preview: { of, changed, changed_count } }: { preview: PayoutPreview }) {
  if (changed_count === 0) return null
  const title =
    changed_count === 1
      ? '1 person is paid to a new account or phone number'
      : `${changed_count} people are paid to new accounts or phone numbers`
  return (
    <Alert color="yellow" title={title} icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Text size="sm" mb={4}>
        Make sure that they asked for this.
      </Text>
      <Names
        label="New accounts or phone numbers"
        run={of}
        total={changed_count}
        of={changed.map((one) => ({ employee: one.employee, text: changeTold(one) }))}
      />
    </Alert>
  )
}

function changeTold({ what, last, said, changed_at }: PayoutPreview['changed'][number]) {
  const since = said ?? (changed_at && `Changed on ${date(changed_at)}`)
  return `${[what, last && `Last paid: ${last}`, since].filter(Boolean).join('. ')}.`
}

/** A person added to be paid, or left out by a slip, shows here before the money leaves. */
function FirstTime({ preview: { of, first_time, first_time_count } }: { preview: PayoutPreview }) {
  if (first_time_count === 0) return null
  return (
    <Alert
      color="yellow"
      title={`${people(first_time_count)} ${first_time_count === 1 ? 'is' : 'are'} paid for the first time`}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <Names
        label="Paid for the first time"
        run={of}
        total={first_time_count}
        of={first_time.map(({ employee, net }) => ({ employee, text: ksh(net) }))}
      />
    </Alert>
  )
}

function NotAgain({ preview: { of, not_again, not_again_count } }: { preview: PayoutPreview }) {
  if (not_again_count === 0) return null
  return (
    <section aria-label="Paid last time but not now">
      <Text size="sm" fw={600} mb={4}>
        {`${people(not_again_count)} ${not_again_count === 1 ? 'was' : 'were'} paid last time and ${not_again_count === 1 ? 'is' : 'are'} not in this payroll`}
      </Text>
      <Names
        label="Paid last time but not now"
        run={of}
        total={not_again_count}
        of={not_again.map(({ employee, net }) => ({ employee, text: `${ksh(net)} last time` }))}
      />
    </section>
  )
}

function LeftOut({ payroll_id, preview: { of, left_out, left_out_count } }: Omit<Props, 'onTick'>) {
  if (left_out_count === 0) return null
  return (
    <section aria-label="Not paid now">
      <Text size="sm" fw={600}>
        {`${people(left_out_count)} cannot be paid now`}
      </Text>
      <Text size="sm" c="dimmed" mb={4}>
        They stay listed as not paid, and can be paid once this is put right.
      </Text>
      <Names
        label="Cannot be paid now"
        run={of}
        total={left_out_count}
        of={left_out.map(({ employee, net, reason, signs }) => ({
          employee,
          to: signs ? cashPage(payroll_id) : undefined,
          text: (
            <>
              {reason} <span className="figures">{ksh(net)}</span>
            </>
          ),
        }))}
      />
    </section>
  )
}
