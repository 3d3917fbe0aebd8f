import { Button, Stack } from '@mantine/core'
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

export type Compared = 'not yet' | 'matches' | 'differs'

interface Props {
  id: string
  /** What became of the amount just typed. */
  onCompared: (how: Compared) => void
}

/** A name is easily left as it was while the amount is changed: the visitor compares that too. */
export function NetCheck({ id, onCompared }: Props) {
  const [net, setNet] = useState<number | string>('')
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function check() {
    setBusy(true)
    setAnswer(null)
    setRefusal(null)
    onCompared('not yet')
    try {
      const told = await ask(id, Number(net))
      setAnswer(told)
      onCompared(told.matches ? 'matches' : 'differs')
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
            <Detail
              items={[
                ['Month:', answer.month],
                ['Employer:', answer.employer],
                ['Net pay:', answer.net],
              ]}
            />
          )}
        </div>
      </Stack>
    </form>
  )
}
