import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useLaterTexts } from '../lib/language.tsx'
import { pagesNear } from '../lib/list-state.ts'
import { IconChevronLeft, IconChevronRight } from './icons.ts'
import classes from './paging.module.css'
import { uiTexts } from './texts.ts'

export interface PagingProps {
  page: number
  pages: number
  perPage: number
  sizes: readonly number[]
  total: number
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
  /** A button for each page near the current one, instead of "Page 2 of 7". */
  numbered?: boolean
  loading?: boolean
  loadingText?: string
}

export function Paging(props: PagingProps) {
  const { page, pages, perPage, sizes, total, onPage, onPerPage, loading } = props
  const t = useLaterTexts(uiTexts)
  const first = total === 0 ? 0 : (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  return (
    <nav className={classes.bar} aria-label={t.pages}>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" className={classes.hint} aria-hidden>
          {t.rowsPerPage}
        </Text>
        <NativeSelect
          size="xs"
          aria-label={t.rowsPerPage}
          value={String(perPage)}
          data={sizes.map(String)}
          onChange={(event) => onPerPage(Number(event.currentTarget.value))}
        />
      </Group>
      <Text size="sm" c="dimmed" className="figures" role="status">
        {loading ? (props.loadingText ?? t.loadingMore) : t.rowsOf({ first, last, total })}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          disabled={loading || page <= 1}
          onClick={() => onPage(page - 1)}
        >
          {t.previous}
        </Button>
        {props.numbered && <PageButtons {...props} />}
        <Text size="sm" className={`figures ${props.numbered ? classes.phoneOnly : ''}`}>
          <span className={classes.hint}>{t.page} </span>
          {t.pageOf({ page, pages })}
        </Text>
        <Button
          size="xs"
          variant="default"
          rightSection={<IconChevronRight size={14} aria-hidden />}
          disabled={loading || page >= pages}
          onClick={() => onPage(page + 1)}
        >
          {t.next}
        </Button>
      </Group>
    </nav>
  )
}

function PageButtons({ page, pages, loading, onPage }: PagingProps) {
  const t = useLaterTexts(uiTexts)
  return (
    <Group gap={4} wrap="nowrap" className={classes.numbers}>
      {pagesNear(page, pages).map((number) =>
        typeof number === 'number' ? (
          <Button
            key={number}
            size="xs"
            px={10}
            variant={number === page ? 'filled' : 'default'}
            className="figures"
            aria-label={`${t.page} ${number}`}
            aria-current={number === page ? 'page' : undefined}
            disabled={loading}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ) : (
          <Text key={number} size="sm" c="dimmed" aria-hidden>
            …
          </Text>
        ),
      )}
    </Group>
  )
}
