import { Button, Text } from '@mantine/core'
import { casuals } from '@mshahara/contract/casuals'
import { employees } from '@mshahara/contract/employees'
import type { RunOf } from '@mshahara/contract/payouts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay } from '../lib/session.ts'
import classes from './payouts.module.css'

export interface NamedPerson {
  employee: { id: string; employee_no: string; name: string }
  /** What there is to say of them. */
  text: ReactNode
  /** Where it is put right, when not on their record. */
  to?: string | undefined
}

interface Props {
  label: string
  /** Whose payroll it is. */
  run: RunOf
  of: NamedPerson[]
  total: number
}

/** As many as one takes in at a glance; the dialog or page scrolls, never the list in it. */
const first = 8

/** People by name, each with the way to their record. */
export function Names({ label, run, of, total }: Props) {
  const way = useRecordWay(run)
  const [all, setAll] = useState(false)
  const shown = all ? of : of.slice(0, first)
  return (
    <>
      <ul className={classes.names} aria-label={label}>
        {shown.map(({ employee: { id, employee_no, name }, text, to }) => (
          <li key={id}>
            <span className={classes.who}>
              <Link to={way(id)}>{name}</Link> <span className={classes.number}>{employee_no}</span>
            </span>
            <span className={classes.why}>
              {text} {to && <Link to={to}>List to sign</Link>}
            </span>
          </li>
        ))}
      </ul>
      {of.length > shown.length && (
        <Button variant="default" size="xs" mt={6} onClick={() => setAll(true)}>
          {`Show all ${of.length}`}
        </Button>
      )}
      {total > of.length && all && (
        <Text size="sm" c="dimmed">{`and ${total - of.length} more`}</Text>
      )}
    </>
  )
}

/** Where people sign for the cash of a casual payroll. */
export const cashPage = (payroll_id: string) => `/casual-cash/${payroll_id}`

/** Where what is wrong with somebody's record can be put right, or at least be seen. */
export function useRecordWay(run: RunOf) {
  const may = useMay()
  const who = run === 'casuals' ? 'casual' : 'employee'
  const mends = may(run === 'casuals' ? casuals.update : employees.update)
  return (id: string) => (mends ? `/edit-${who}/${id}` : `/${who}/${id}`)
}
