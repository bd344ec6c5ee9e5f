/** An answer and, by brand id, whether a careful reader finds the brand named in its prose. */
export interface LabelledAnswer {
  language: string;
  text: string;
  named: string[];
  absent: string[];
}
