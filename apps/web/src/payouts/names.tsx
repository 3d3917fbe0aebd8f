import { Text } from '@mantine/core'
import { casuals } from '@mshahara/contract/casuals'
import { employees } from '@mshahara/contract/employees'
import type { RunOf } from '@mshahara/contract/payouts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../lib/session.ts'
import classes from './payouts.module.css'

export interface Named {
  employee: { id: string; employee_no: string; name: string }
  /** What there is to say of them. */
  text: ReactNode
}

interface Props {
  label: string
  /** Whose payroll it is. */
  run: RunOf
  of: Named[]
  total: number
}

/** People by name, each with the way to their record. */
export function Names({ label, run, of, total }: Props) {
  const way = useRecordWay(run)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll a long list. */}
      <ul className={classes.names} aria-label={label} tabIndex={0}>
        {of.map(({ employee: { id, employee_no, name }, text }) => (
          <li key={id}>
            <Link to={way(id)}>{name}</Link>
            <span className={classes.number}>{employee_no}</span>
            <span className={classes.why}>{text}</span>
          </li>
        ))}
      </ul>
      {total > of.length && <Text size="sm" c="dimmed">{`and ${total - of.length} more`}</Text>}
    </>
  )
}

/** Where what is wrong with somebody's record can be put right, or at least be seen. */
export function useRecordWay(run: RunOf) {
  const may = useMay()
  const who = run === 'casuals' ? 'casual' : 'employee'
  const mends = may(run === 'casuals' ? casuals.update : employees.update)
  return (id: string) => (mends ? `/edit-${who}/${id}` : `/${who}/${id}`)
}
