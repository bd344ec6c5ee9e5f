import { Link } from '@tanstack/react-router';

/** A keyword, which leads to its page. */
export function KeywordLink({ keyword_id: keywordId, keyword }: { keyword_id: string; keyword: string | undefined }) {
  return (
    <Link to="/keywords/$keywordId" params={{ keywordId }}>
      <bdi>{keyword}</bdi>
    </Link>
  );
}
