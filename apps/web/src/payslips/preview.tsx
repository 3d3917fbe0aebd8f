import { Alert } from '@mantine/core'
import { payslipTemplates, type TemplateId } from '@mshahara/contract/payslips'
import { useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { IconInfoCircle } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Paper } from '../ui/paper.tsx'
import { Waiting } from '../ui/waiting.tsx'

/** A template with the newest confirmed payslip. */
export default function Preview() {
  const id = useParam('id')
  const call = { params: { id: id as TemplateId } }
  const { data, isPending } = useRead(payslipTemplates.preview, call)
  return (
    <Page title="Template Preview">
      {isPending && <Waiting />}
      {data && <Paper html={data.html} title="Template Preview" />}
      {!isPending && !data && (
        <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />} role="alert">
          You need to have active payrolls to preview templates. Run Payroll first.
        </Alert>
      )}
    </Page>
  )
}
