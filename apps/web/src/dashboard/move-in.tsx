import type { MoveInStep, StepTaken } from '@mshahara/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { IconArrowRight, IconCircleCheck } from '../ui/icons.ts'
import classes from './lines.module.css'

const steps: Record<MoveInStep, { title: string; text: string }> = {
  organization: {
    title: 'Complete your organization',
    text: 'Address and KRA PIN, as payslips and returns show them.',
  },
  structure: {
    title: 'Set up departments and designations',
    text: 'Where people work and what they do.',
  },
  people: {
    title: 'Add your people',
    text: 'One by one, or all at once from a spreadsheet.',
  },
  items: {
    title: 'Bring pay items, leave and loans',
    text: 'What people are paid besides the salary, days left, and what is still owed. Leave out what you do not have.',
  },
  opening: {
    title: 'Open the year',
    text: 'What another system paid since January: by a sheet, its register or its P10.',
  },
  payroll: {
    title: 'Draft your first payroll',
    text: 'A draft to check. Nobody is paid before you confirm it.',
  },
  compare: {
    title: 'Compare with your old register',
    text: 'Person by person and to the cent, until it says Equal.',
  },
}

interface Props {
  taken: StepTaken[]
}

/** A new owner's way to the first payroll; what is there already is ticked. */
export default function MoveIn({ taken }: Props) {
  const done = taken.filter((one) => one.done).length
  return (
    <section aria-labelledby="move-in">
      <h2 id="move-in" className="section-title">
        Move in{' '}
        <span className={classes.text}>
          {done} of {taken.length} done
        </span>
      </h2>
      <ol className={`card ${classes.lines}`}>
        {taken.map((one, index) => (
          <li key={one.step}>
            <Line {...one} place={index + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const Line = ({ step, done, there, missing, link, place }: StepTaken & { place: number }) => (
  <Link to={link} className={classes.line} data-done={done || undefined}>
    {done ? (
      <IconCircleCheck size={22} aria-label="Done:" className={classes.mark} />
    ) : (
      <span className={classes.number} aria-hidden>
        {place}
      </span>
    )}
    <span>
      <span className={classes.label}>{steps[step].title}</span>
      <span className={classes.text}>{steps[step].text}</span>
      {(there || missing) && (
        <span className={classes.state}>
          {there && `There: ${there}. `}
          {missing && `Missing: ${missing}.`}
        </span>
      )}
    </span>
    <IconArrowRight size={18} className={classes.arrow} aria-hidden />
  </Link>
)
