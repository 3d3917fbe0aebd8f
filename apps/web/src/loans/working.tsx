import { Anchor, Collapse, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { LoanWorking } from '@mshahara/contract/loan-fields'
import { amount } from '../lib/format.ts'
import { useTexts } from '../lib/language.tsx'
import { applyTexts } from './apply-texts.ts'

/** How each figure came about, for whoever asks. */
export function Working({ lines }: { lines: LoanWorking[] }) {
  const t = useTexts(applyTexts)
  const [shown, { toggle }] = useDisclosure(false)
  return (
    <div>
      <Anchor component="button" type="button" size="sm" aria-expanded={shown} onClick={toggle}>
        {shown ? t.hideWorking : t.showWorking}
      </Anchor>
      <Collapse expanded={shown}>
        <Table className="working" fz="sm" verticalSpacing={4} aria-label={t.working} layout="auto">
          <Table.Tbody>
            {lines.map(({ label, amount: value, working }) => (
              <Table.Tr key={label}>
                <Table.Th fw={500}>{label}</Table.Th>
                <Table.Td c="dimmed" className="how">
                  {working}
                </Table.Td>
                <Table.Td ta="right" className="figures">
                  {amount(value)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Collapse>
    </div>
  )
}
