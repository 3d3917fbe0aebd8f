import { Button, Group, Text } from '@mantine/core'
import type { Employee } from '@mshahara/contract/employees'
import { exports } from '@mshahara/contract/exports'
import { leaving } from '@mshahara/contract/leaving'
import { P9Button } from '../exports/index.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { IconFileTypePdf } from '../ui/icons.ts'
import { CertificateButton, hasLeft } from './leaving-buttons.tsx'
import { usePaper } from './paper.ts'

/** What somebody who leaves is given. */
export function Papers({ employee, recorded }: { employee: Employee; recorded: boolean }) {
  const may = useMay()
  const statement = usePaper(leaving.statement, employee.id)
  return (
    <Card title="Papers">
      <Group gap="sm">
        {recorded && (
          <Button
            variant="default"
            loading={statement.busy}
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
            onClick={() => void statement.save()}
          >
            Statement of Final Dues
          </Button>
        )}
        {hasLeft(employee) && may(leaving.certificate) && (
          <CertificateButton employee_id={employee.id} />
        )}
        {may(exports.p9) && <P9Button employee_id={employee.id} />}
      </Group>
      {!hasLeft(employee) && (
        <Text size="sm" c="dimmed" mt="sm">
          The certificate of service is here once the last day is over.
        </Text>
      )}
    </Card>
  )
}
