import { Button, Stack, Text } from '@mantine/core'
import { payslips } from '@mshahara/contract/payslips'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { Refused } from '../lib/wire.ts'
import { Detail } from '../ui/detail.tsx'
import { Money } from '../ui/money.tsx'

type Answer = Awaited<ReturnType<typeof ask>>

const ask = async (id: string, net: number) =>
  (await call(payslips.verifyNet, { params: { id }, body: { net } }, { quiet: [404, 422, 429] }))
    .data

interface Props {
  id: string
  /** Whether the amount just typed is another than the payslip's. */
  onDiffers: (differs: boolean) => void
}

/** A name is easily left as it was while the amount is changed: the visitor compares that too. */
export function NetCheck({ id, onDiffers }: Props) {
  const [net, setNet] = useState<number | string>('')
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function check() {
    setBusy(true)
    setAnswer(null)
    setRefusal(null)
    onDiffers(false)
    try {
      const told = await ask(id, Number(net))
      setAnswer(told)
      onDiffers(!told.matches)
    } catch (error) {
      if (error instanceof Refused) setRefusal(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      <Stack gap="sm" mt="md" ta="start">
        <Money
          label="Net pay on the payslip"
          description="Compare the amount too: type it as it is printed."
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          value={net}
          error={refusal}
          onChange={setNet}
        />
        <Button type="submit" variant="default" loading={busy} disabled={net === ''}>
          Check Amount
        </Button>
        <div role="status">
          {answer?.matches && (
            <>
              <Text fw={600} mb="xs">
                The net pay is right.
              </Text>
              <Detail
                items={[
                  ['Month:', answer.month],
                  ['Employer:', answer.employer],
                  ['Net pay:', answer.net],
                ]}
              />
            </>
          )}
        </div>
      </Stack>
    </form>
  )
}
