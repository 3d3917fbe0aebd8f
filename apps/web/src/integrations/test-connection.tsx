import { Button, Stack, Text } from '@mantine/core'
import { type Integration, integrations } from '@mshahara/contract/integrations'
import { amount, dateTime } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { IconPlugConnected } from '../ui/icons.ts'

/** Tries the credentials out, and what came of it the last time. */
export function TestConnection({ integration }: { integration: Integration }) {
  const { id, provider, tested_at, test_result, balance, balance_at } = integration
  const test = useAct(integrations.test, { notice: 'The connection was tested.' })
  return (
    <Stack gap={6} align="flex-start">
      <div role="status">
        {tested_at && <Text size="sm">{`${test_result} Tested on ${dateTime(tested_at)}.`}</Text>}
        {balance !== null && (
          <Text size="sm" className="figures">
            {`Balance Ksh ${amount(balance)} on ${dateTime(balance_at)}.`}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlugConnected size={15} aria-hidden />}
        loading={test.busy}
        aria-label={`Test connection to ${provider}`}
        onClick={() => void test.run({ params: { id } })}
      >
        Test connection
      </Button>
    </Stack>
  )
}
