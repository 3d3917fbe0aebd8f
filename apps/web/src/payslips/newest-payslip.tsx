import { Button, Text } from '@mantine/core'
import { payslips } from '@mshahara/contract/payslips'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { kes } from '../lib/format.ts'
import { IconReceipt } from '../ui/icons.ts'
import classes from './newest-payslip.module.css'

/** What most employees come for: the latest net pay, one press from the payslip itself. */
export default function NewestPayslip({ employee_id }: { employee_id: string }) {
  const { data } = useRead(payslips.ofEmployee, { params: { id: employee_id } })
  const slip = data?.[0]
  if (!slip) return null
  const month = `${slip.payroll.month} ${slip.payroll.year}`
  return (
    <section className={`card ${classes.slip}`} aria-label="Newest payslip">
      <span className={classes.icon}>
        <IconReceipt size={24} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.pay}>
        <Text size="sm" c="dimmed">
          Net pay, {month}
        </Text>
        <p className={`figures ${classes.net}`}>{kes(slip.net)}</p>
      </div>
      <div className={classes.ways}>
        <Button component={Link} to={`/payslip/${slip.id}`}>
          View Payslip
        </Button>
        <Button component={Link} to="/my-payslips" variant="default">
          All Payslips
        </Button>
      </div>
    </section>
  )
}
