import { Anchor, Button, Collapse, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { dashboard, type OwnPay } from '@mshahara/contract/dashboard'
import { payslips } from '@mshahara/contract/payslips'
import { Link } from '@tanstack/react-router'
import { P9Button } from '../exports/index.ts'
import { useRead } from '../lib/api.ts'
import { date, difference, ksh } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { monthName } from '../lib/months.ts'
import { useAct } from '../ui/act.ts'
import { IconFileTypePdf, IconReceipt } from '../ui/icons.ts'
import classes from './newest-payslip.module.css'
import { openingTab } from './opening-tab.ts'
import { payslipTexts, reasonTexts } from './texts.ts'

/**
 * What most employees come for: the latest net pay, one press from the payslip and its PDF, why it
 * changed, and when the next one comes.
 */
export default function NewestPayslip({ employee_id }: { employee_id: string }) {
  const { data, isPending } = useRead(dashboard.home)
  const t = useTexts(payslipTexts)
  if (isPending) return <Outline />
  const pay = data?.pay
  if (!pay) return null
  return (
    <section className={`card ${classes.slip}`} aria-label={t.newest}>
      <span className={classes.icon}>
        <IconReceipt size={24} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.pay}>
        <Text size="sm" c="dimmed">
          {t.netOf({ month: monthName(pay.month) })}
        </Text>
        <p className={`figures ${classes.net}`}>{ksh(pay.net)}</p>
        <Text size="sm" c="dimmed">
          {t.nextPayDay({ day: date(pay.next_pay_day) })}
        </Text>
      </div>
      <div className={classes.ways}>
        <Button component={Link} to={`/payslip/${pay.payslip_id}`}>
          {t.view}
        </Button>
        <Pdf payslip_id={pay.payslip_id} />
        <Button component={Link} to="/my-payslips" variant="default">
          {t.all}
        </Button>
        {pay.p9_year !== null && <P9Button employee_id={employee_id} />}
      </div>
      {pay.before && <Changes pay={pay} before={pay.before} />}
    </section>
  )
}

/** Opened by the tap itself, printed while the tab waits. */
function Pdf({ payslip_id }: { payslip_id: string }) {
  const generate = useAct(payslips.generate)
  async function show() {
    const tab = openingTab()
    const made = await generate.run({ params: { id: payslip_id } })
    if (made) tab.show(`/${made.file}`)
    else tab.close()
  }
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      loading={generate.busy}
      onClick={() => void show()}
    >
      PDF
    </Button>
  )
}

interface ChangesProps {
  pay: OwnPay
  before: NonNullable<OwnPay['before']>
}

/** Every cent of the difference has its reason. */
function Changes({ pay, before }: ChangesProps) {
  const [shown, { toggle }] = useDisclosure(false)
  const t = useTexts(payslipTexts)
  const reasons = useTexts(reasonTexts)
  const moved = difference(pay.net - before.net)
  if (!moved) {
    return (
      <Text size="sm" c="dimmed" className={classes.changes}>
        {t.same({ month: monthName(before.month) })}
      </Text>
    )
  }
  return (
    <div className={classes.changes}>
      <Anchor component="button" type="button" size="sm" aria-expanded={shown} onClick={toggle}>
        <span className="figures">{moved}</span> {t.since({ month: monthName(before.month) })}{' '}
        {shown ? t.hideWhy : t.seeWhy}
      </Anchor>
      <Collapse expanded={shown}>
        <ul className={classes.reasons}>
          {pay.changes.map(({ kind, name, detail, net }) => (
            <li key={`${kind} ${name}`}>
              <span>
                {name || reasons[kind]}
                <Text component="span" size="sm" c="dimmed">
                  {' '}
                  {detail}
                </Text>
              </span>
              <span className="figures">{difference(net)}</span>
            </li>
          ))}
        </ul>
      </Collapse>
    </div>
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
