import { Modal, Stack, Text } from '@mantine/core'
import { type PayslipRow, payrolls, type WorkingLine } from '@mshahara/contract/payroll'
import { useEffect, useRef } from 'react'
import { useRead } from '../lib/api.ts'
import { signed, wholeName } from '../lib/format.ts'
import { useLanguage, useTexts } from '../lib/language.tsx'
import { monthName } from '../lib/months.ts'
import { Detail } from '../ui/detail.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Waiting } from '../ui/waiting.tsx'
import { glossary } from './glossary.ts'
import { payslipTexts } from './texts.ts'
import classes from './working.module.css'

interface Props {
  payslip: {
    id: string
    employee: Pick<PayslipRow['employee'], 'first_name' | 'middle_name' | 'last_name'>
  }
  /** The figure that was asked about, if it was one. */
  figure?: string
  onClose: () => void
}

/** Rule, start, source and arithmetic of every figure, scrolled to the one asked about. */
export default function Working({ payslip, figure, onClose }: Props) {
  useReturnFocus()
  const t = useTexts(payslipTexts)
  const language = useLanguage()
  const { data } = useRead(payrolls.working, { params: { id: payslip.id } })
  const isAsked = (line: WorkingLine) => figure !== undefined && line.figure === figure
  const lines = data?.filter((line) => line.amount !== 0 || isAsked(line))
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t.explained({ name: wholeName(payslip.employee) })}
    >
      {!lines && <Waiting />}
      {lines && language === 'sw' && <Glossary />}
      {lines && (
        <Stack gap={0} component="ol" className={classes.working}>
          {lines.map((line) => (
            <Line key={line.code} line={line} asked={isAsked(line)} />
          ))}
        </Stack>
      )}
    </Modal>
  )
}

/** The working quotes the law, which is in English; its words are explained. */
const Glossary = () => (
  <details className={classes.glossary}>
    <summary>Maana ya maneno ya Kiingereza</summary>
    <Detail items={glossary.map(([english, swahili]) => [english, swahili])} />
  </details>
)

function Line({ line, asked }: { line: WorkingLine; asked: boolean }) {
  const t = useTexts(payslipTexts)
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (asked) place.current?.scrollIntoView({ block: 'center' })
  }, [asked])
  const { label, working, rule, from, source } = line
  return (
    <li ref={place} className={classes.line} data-asked={asked || undefined}>
      <div className={classes.head}>
        <Text fw={600}>{label}</Text>
        <Text fw={600} className="figures">
          {signed(line.amount)}
        </Text>
      </div>
      <Text size="sm" className="figures">
        {working}
      </Text>
      {rule && (
        <Text size="xs" c="dimmed">
          {[rule, from && t.ruleSince({ month: monthName(from) }), source]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
    </li>
  )
}
