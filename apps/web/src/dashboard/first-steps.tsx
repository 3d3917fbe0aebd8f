import { Anchor, Text } from '@mantine/core'
import type { FirstStep } from '@mshahara/contract/dashboard'
import { openingBalances } from '@mshahara/contract/opening'
import { Link } from '@tanstack/react-router'
import { useMay } from '../lib/session.ts'
import { IconArrowRight, IconCircleCheck } from '../ui/icons.ts'
import classes from './lines.module.css'

const steps: Record<FirstStep, { title: string; text: string; to: string }> = {
  organization: {
    title: 'Complete your organization',
    text: 'Address and KRA PIN, as payslips and returns show them.',
    to: '/organization',
  },
  structure: {
    title: 'Set up departments and designations',
    text: 'Where people work and what they do.',
    to: '/departments',
  },
  people: {
    title: 'Add your people',
    text: 'One by one, or all at once from a spreadsheet.',
    to: '/employees',
  },
  payroll: {
    title: 'Run your first payroll',
    text: 'A draft to check. Nobody is paid before you confirm it.',
    to: '/payrolls/employees?add=true',
  },
}

interface Props {
  taken: { step: FirstStep; done: boolean }[]
}

/** A new owner's way to the first payroll; what is there already is ticked. */
export default function FirstSteps({ taken }: Props) {
  const may = useMay()
  const done = taken.filter((one) => one.done).length
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="section-title">
        First steps{' '}
        <span className={classes.text}>
          {done} of {taken.length} done
        </span>
      </h2>
      <ol className={`card ${classes.lines}`}>
        {taken.map(({ step, done: ticked }, index) => (
          <li key={step}>
            <Link to={steps[step].to} className={classes.line} data-done={ticked || undefined}>
              {ticked ? (
                <IconCircleCheck size={22} aria-label="Done:" className={classes.mark} />
              ) : (
                <span className={classes.number} aria-hidden>
                  {index + 1}
                </span>
              )}
              <span>
                <span className={classes.label}>{steps[step].title}</span>
                <span className={classes.text}>{steps[step].text}</span>
              </span>
              <IconArrowRight size={18} className={classes.arrow} aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
      {may(openingBalances.upload) && (
        <Text size="sm" c="dimmed" mt="sm">
          Paid elsewhere earlier this year?{' '}
          <Anchor component={Link} to="/openingBalances" inherit underline="always">
            Opening balances
          </Anchor>{' '}
          make the P9 of the year whole.
        </Text>
      )}
    </section>
  )
}
