import { Anchor, Group, Text, Title } from '@mantine/core'
import { payslips } from '@mshahara/contract/payslips'
import { variablePay } from '@mshahara/contract/variable-pay'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { useLanguage, useTexts } from '../lib/language.tsx'
import { useMay } from '../lib/session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconReceipt } from '../ui/icons.ts'
import { columnsFor } from './own-columns.tsx'
import { payslipTexts } from './texts.ts'

/** A person's confirmed payslips, on the employee's page. */
export default function EmployeePayslips({
  employee: { id, employee_no },
}: {
  employee: { id: string; employee_no: string }
}) {
  const read = useRead(payslips.ofEmployee, { params: { id } })
  const may = useMay()
  const t = useTexts(payslipTexts)
  const language = useLanguage()
  return (
    <section aria-label={t.payslips}>
      <Group p="md" justify="space-between">
        <Title order={2}>{t.payslips}</Title>
        {may(variablePay.list) && (
          <Text size="sm">
            <Anchor
              component={Link}
              to="/payrolls/variable-pay"
              search={{ search: employee_no } as never}
              size="sm"
            >
              Overtime, bonus and absence this month
            </Anchor>
          </Text>
        )}
      </Group>
      <DataTable
        label={t.payslips}
        columns={columnsFor(t, language, read.data)}
        rows={read.data ?? undefined}
        rowKey={(row) => row.id}
        loading={read.isPending}
        skeletonRows={3}
        failed={read.isError && !read.data}
        onRetry={() => void read.refetch()}
        empty={<Empty icon={IconReceipt} title={t.none} text={t.onceConfirmed} />}
      />
    </section>
  )
}
