import { Alert, Center, Loader, Title } from '@mantine/core'
import { payslipTemplates, type TemplateId } from '@mshahara/contract/payslips'
import { useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { IconInfoCircle } from '../ui/icons.ts'
import { useTitle } from '../ui/page.tsx'
import { Paper } from './paper.tsx'
import classes from './templates.module.css'

/** A template with the newest confirmed payslip. */
export default function Preview() {
  useTitle('Template Preview')
  const id = useParam('id')
  const call = { params: { id: id as TemplateId } }
  const { data, isPending } = useRead(payslipTemplates.preview, call)
  return (
    <div className={classes.preview}>
      <Title order={1} className={classes.hidden}>
        Template Preview
      </Title>
      {isPending && (
        <Center>
          <Loader aria-label="Loading the preview" />
        </Center>
      )}
      {data && <Paper html={data.html} title="Template Preview" />}
      {!isPending && !data && (
        <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />} role="alert">
          You need to have active payrolls to preview templates. Run Payroll first.
        </Alert>
      )}
    </div>
  )
}
