import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconFileSpreadsheet } from './icons.ts'

interface Props {
  /** What is asked for, until a file was chosen. */
  title: string
  name: string | undefined
  text: string
  busy: boolean
  disabled?: boolean
  onPick: (file: File) => void
}

/** A register of another system: Excel, or a csv. */
export const PickSheet = ({ title, name, text, busy, disabled = false, onPick }: Props) => (
  <Group justify="space-between" align="center">
    <div style={{ flex: '1 1 320px' }}>
      <Text fw={600}>{name ?? title}</Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </div>
    <FileButton
      accept=".xlsx,.xls,.csv"
      disabled={disabled}
      onChange={(file) => file && onPick(file)}
    >
      {(props) => (
        <Button
          {...props}
          disabled={disabled}
          loading={busy}
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        >
          {name ? 'Choose another file' : 'Choose file'}
        </Button>
      )}
    </FileButton>
  </Group>
)
