import { Group, Text } from '@mantine/core'
import type { PayoutSummary } from '@mshahara/contract/payouts'
import type { Icon } from '@tabler/icons-react'
import { ksh } from '../lib/format.ts'
import {
  IconCash,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconCoins,
  IconHelpCircle,
  IconProgress,
} from '../ui/icons.ts'
import classes from './payouts.module.css'
import { type Part, partsOf, progressOf } from './summary.ts'

const icons: Record<Part['key'], Icon> = {
  paid: IconCircleCheck,
  cash: IconCash,
  moving: IconProgress,
  failed: IconCircleX,
  review: IconHelpCircle,
  unpaid: IconCircleMinus,
  rounding: IconCoins,
}

/** Where each shilling of the run is: one bar, and below it the parts that add up to it. */
export function Progress({ summary }: { summary: PayoutSummary }) {
  const parts = partsOf(summary)
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text fw={600} aria-live="polite" role="status">
          {progressOf(summary)}
        </Text>
        <Text size="sm" c="dimmed">
          Net pay of the payroll <b className="figures">{ksh(summary.net)}</b>
        </Text>
      </Group>
      <div className={classes.bar} aria-hidden>
        {parts
          .filter(({ amount }) => amount > 0)
          .map(({ key, amount }) => (
            <span key={key} data-part={key} style={{ flexGrow: amount }} />
          ))}
      </div>
      <dl className={classes.parts}>
        {parts.map(({ key, name, count, amount }) => {
          const Icon = icons[key]
          return (
            <div key={key} data-part={key}>
              <dt>
                <Icon size={15} aria-hidden />
                {name}
                {count !== null && <b className="figures">{count}</b>}
              </dt>
              <dd className="figures">{ksh(amount)}</dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
