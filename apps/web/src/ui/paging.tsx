import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from './icons.ts'
import classes from './paging.module.css'

export interface PagingProps {
  page: number
  pages: number
  perPage: number
  sizes: readonly number[]
  total: number
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
  loading?: boolean
  loadingText?: string
}

export function Paging(props: PagingProps) {
  const { page, pages, perPage, sizes, total, onPage, onPerPage, loading } = props
  const first = total === 0 ? 0 : (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  return (
    <nav className={classes.bar} aria-label="Pages">
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label="Rows per page"
          value={String(perPage)}
          data={sizes.map(String)}
          onChange={(event) => onPerPage(Number(event.currentTarget.value))}
        />
        <Text size="sm" c="dimmed" className={classes.hint} aria-hidden>
          rows per page
        </Text>
      </Group>
      <Text size="sm" c="dimmed" className="figures" role="status">
        {loading ? (props.loadingText ?? 'Loading…') : `${first}–${last} of ${total}`}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          disabled={loading || page <= 1}
          onClick={() => onPage(page - 1)}
        >
          Prev
        </Button>
        <Text size="sm" className="figures">
          <span className={classes.hint}>Page </span>
          {page} of {pages}
        </Text>
        <Button
          size="xs"
          variant="default"
          rightSection={<IconChevronRight size={14} aria-hidden />}
          disabled={loading || page >= pages}
          onClick={() => onPage(page + 1)}
        >
          Next
        </Button>
      </Group>
    </nav>
  )
}
