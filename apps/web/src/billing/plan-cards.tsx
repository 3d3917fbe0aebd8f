import { Button, Text } from '@mantine/core'
import { billing, type OrderType } from '@mshahara/contract/billing'
import { counted } from '@mshahara/contract/counted'
import {
  daysLeft,
  fullIn,
  isUnlimited,
  type Plan,
  priceFor,
  type Subscription,
} from '@mshahara/contract/subscriptions'
import { ksh, today } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { IconCheck } from '../ui/icons.ts'
import { Tag } from '../ui/status.tsx'
import { givenUp } from './given-up.ts'
import classes from './plans.module.css'

/** What the payment modal is opened with. */
export interface Chosen {
  type: OrderType
  package_id: string
  package_name: string
}

const features = [
  'Payroll management',
  'Employee management',
  'Leave management',
  'Employee portal',
  'Secure payslips',
  'Automated payslip emailing',
  'Loan Deduction',
  'All By-products (Including Banks)',
  'Multiple payroll runs',
  'Annual statistics',
  'Employee statistics',
  'Audit trail',
  '24/7 support',
]

interface Props {
  plans: Plan[]
  now: Subscription
  mayPay: boolean
  onChoose: (chosen: Chosen) => void
}

export function PlanCards({ plans, now, ...rest }: Props) {
  return (
    <ul className={classes.grid}>
      {plans
        .filter(({ name }) => name !== 'Trial')
        .map((plan) => (
          <PlanCard key={plan.id} plan={plan} now={now} {...rest} />
        ))}
    </ul>
  )
}

type CardProps = Omit<Props, 'plans'> & { plan: Plan }

function PlanCard({ plan, now, mayPay, onChoose }: CardProps) {
  const current = plan.id === now.package.id
  const { name, employees } = plan
  return (
    <li className={`card ${classes.plan}`} data-current={current || undefined}>
      <div className={classes.year}>
        <h2>{name}</h2>
        {current && <Tag tone="green">Current plan</Tag>}
      </div>
      <Price plan={plan} />
      <Text fw={600}>
        {isUnlimited(employees) ? 'Unlimited employees' : counted(employees, 'employee')}
      </Text>
      <ul className={classes.features}>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      {mayPay && <Choose plan={plan} now={now} current={current} onChoose={onChoose} />}
    </li>
  )
}

function Price({ plan: { name, price } }: { plan: Plan }) {
  if (name === 'Free') {
    return (
      <div className={classes.price}>
        <b>Free</b>
        <Text size="sm" c="dimmed">
          Basic plan
        </Text>
      </div>
    )
  }
  return (
    <div className={classes.price}>
      <b>{ksh(price)}</b>
      <Text size="sm" c="dimmed">
        per month
      </Text>
      <div className={classes.year}>
        <Text size="sm">{`${ksh(priceFor(price, 12))} per year`}</Text>
        <Tag tone="green">save 9%</Tag>
      </div>
    </div>
  )
}

type ChooseProps = Omit<CardProps, 'mayPay'> & { current: boolean }

/** Neither the plan one has, nor one with fewer places than there are people. */
function Choose({ plan, now, current, onChoose }: ChooseProps) {
  const trialDays = now.package.name === 'Trial' ? daysLeft(now.to, today()) : 0
  const free = useAct(billing.free, {
    ask: {
      title: 'Select Free Plan',
      text:
        `The Free plan allows ${counted(plan.employees, 'employee')} and ` +
        `${counted(plan.casuals, 'casual')}, and begins today. ` +
        (trialDays > 0
          ? givenUp(trialDays)
          : 'What is left of a paid plan is kept as credit on your account.'),
      action: 'Select Free Plan',
    },
    notice: ({ message }) => message,
  })
  const { id: package_id, name: package_name } = plan
  if (current) return <Button disabled>Current Plan</Button>
  const full = fullIn(plan, now)
  const isFree = package_name === 'Free'
  return (
    <div>
      {full && (
        <Text size="sm" c="dimmed" mb={6}>
          {`You have ${full.count} ${full.who}.`}
        </Text>
      )}
      <Button
        fullWidth
        variant={isFree ? 'default' : 'filled'}
        disabled={full !== undefined}
        loading={free.busy}
        onClick={() =>
          isFree ? void free.run() : onChoose({ type: 'upgrade', package_id, package_name })
        }
      >
        {isFree ? 'Select Free Plan' : 'Upgrade'}
      </Button>
    </div>
  )
}
