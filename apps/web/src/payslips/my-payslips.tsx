import { payslips } from '@mshahara/contract/payslips'
import { P9Button } from '../exports/index.ts'
import { useRead } from '../lib/api.ts'
import { amount, date, signed } from '../lib/format.ts'
import { useLanguage, useTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { Empty } from '../ui/empty.tsx'
import { IconReceipt } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { columnsFor, monthOf } from './own-columns.tsx'
import { payslipTexts } from './texts.ts'

/** Every payslip the person has received, even after leaving. */
export default function MyPayslips() {
  const { employee_id } = useProfile()
  const t = useTexts(payslipTexts)
  const language = useLanguage()
  const read = useRead(
    payslips.ofEmployee,
    { params: { id: employee_id ?? '' } },
    { enabled: employee_id != null },
  )
  const shown = employee_id == null ? { ...read, data: [], isPending: false } : read
  return (
    <ListPage
      title={t.title}
      heading={(count) => t.heading({ count })}
      actions={employee_id && <P9Button employee_id={employee_id} />}
      read={shown}
      columns={columnsFor(t, language, read.data)}
      rowKey={({ id }) => id}
      search={{
        label: t.search,
        text: ({ payroll, gross, net, created_at }) =>
          [
            payroll.code,
            payroll.title ?? '',
            payroll.month,
            monthOf(payroll),
            payroll.year,
            signed(gross),
            amount(net),
            date(created_at),
          ].join('\n'),
      }}
      empty={(searching) => (
        <Empty
          icon={IconReceipt}
          title={searching ? t.noMatch : t.none}
          text={searching ? t.adjust : undefined}
        />
      )}
    />
  )
}
