import { Text } from '@mantine/core'
import { employees } from '@mshahara/contract/employees'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../lib/session.ts'
import classes from './payouts.module.css'

export interface Named {
  employee: { id: string; employee_no: string; name: string }
  /** What there is to say of them. */
  text: ReactNode
}

/** People by name, each with the way to their record. */
export function Names({ label, of, total }: { label: string; of: Named[]; total: number }) {
  const way = useRecordWay()
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
export function useRecordWay() {
  const mends = useMay()(employees.update)
  return (id: string) => (mends ? `/edit-employee/${id}` : `/employee/${id}`)
}
