import { Text } from '@mantine/core'
import type { Language } from '@mshahara/contract/languages'
import { monthFrom } from '@mshahara/contract/months'
import type { OwnPayslip } from '@mshahara/contract/payslips'
import { titleSaid } from '@mshahara/contract/run-kinds'
import { date, ksh, signed } from '../lib/format.ts'
import type { InOne } from '../lib/language.tsx'
import { monthInYear, monthName } from '../lib/months.ts'
import { amountColumn, createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { IconEye } from '../ui/icons.ts'
import { RowLink } from '../ui/row-action.tsx'
import type { payslipTexts } from './texts.ts'

export const monthOf = ({ month, year }: OwnPayslip['payroll']) =>
  monthName(monthFrom(month, Number(year)))

const titleIn = ({ title }: OwnPayslip['payroll'], language: Language) =>
  title && titleSaid(title, language)

/** A person's payslips, in their own list and on their page. */
export function columnsFor(
  t: InOne<typeof payslipTexts>,
  language: Language,
  slips?: readonly OwnPayslip[] | null,
) {
  const columns = columnsIn(t, language)
  return slips?.some(({ paid }) => paid) ? columns : columns.filter(({ key }) => key !== 'paid')
}

const columnsIn = (t: InOne<typeof payslipTexts>, language: Language): Column<OwnPayslip>[] => [
  {
    key: 'code',
    title: t.code,
    oneLine: true,
    yields: 1,
    render: ({ payroll }) => payroll.code,
  },
  {
    key: 'month',
    title: t.month,
    lead: true,
    link: ({ id }) => `/payslip/${id}`,
    onCard: ({ payroll, net }) => [
      [titleIn(payroll, language), monthOf(payroll)].filter(Boolean).join(', '),
      ksh(net),
    ],
    render: ({ payroll }) =>
      [
        titleIn(payroll, language),
        monthInYear(monthFrom(payroll.month, Number(payroll.year)).slice(5)),
      ]
        .filter(Boolean)
        .join(', '),
  },
  { key: 'year', title: t.year, wideOnly: true, render: ({ payroll }) => payroll.year },
  { ...amountColumn('gross', t.gross, ({ gross }: OwnPayslip) => gross, signed), yields: 3 },
  {
    ...amountColumn(
      'deductions',
      t.deductions,
      ({ gross, net }: OwnPayslip) => gross - net,
      signed,
    ),
    yields: 3,
  },
  { ...amountColumn('net', t.net, ({ net }: OwnPayslip) => net), wideOnly: true },
  { ...createdColumn, title: t.created },
  {
    key: 'paid',
    title: t.paid,
    yields: 2,
    render: ({ paid }) =>
      paid ? (
        <>
          {date(paid.at)}
          {paid.reference && (
            <Text size="sm" c="dimmed">
              {paid.reference}
            </Text>
          )}
        </>
      ) : (
        '–'
      ),
  },
  {
    key: 'details',
    title: t.actions,
    actions: true,
    render: (slip) => (
      <RowLink
        to={`/payslip/${slip.id}`}
        icon={IconEye}
        label={t.detailsOf({ month: monthOf(slip.payroll) })}
      >
        {t.details}
      </RowLink>
    ),
  },
]
