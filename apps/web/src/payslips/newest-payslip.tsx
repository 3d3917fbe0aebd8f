import { Button, Skeleton, Text } from '@mantine/core'
import { payslips } from '@mshahara/contract/payslips'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { IconReceipt } from '../ui/icons.ts'
import classes from './newest-payslip.module.css'

/** What most employees come for: the latest net pay, one press from the payslip itself. */
export default function NewestPayslip({ employee_id }: { employee_id: string }) {
  const { data, isPending } = useRead(payslips.ofEmployee, { params: { id: employee_id } })
  const slip = data?.[0]
  if (isPending) return <Outline />
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
        <p className={`figures ${classes.net}`}>{ksh(slip.net)}</p>
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

/** Keeps its place, so that nothing below it jumps. */
const Outline = () => (
  <div className={`card ${classes.slip}`} aria-busy>
    <Skeleton height={48} width={48} radius="md" />
    <div className={classes.pay}>
      <Skeleton height={12} width={150} mb={10} />
      <Skeleton height={26} width={210} maw="100%" />
    </div>
  </div>
)
