import json
import sys

from visibility_data_service_client import AuthenticatedClient
from visibility_data_service_client.api.events import list_events
from visibility_data_service_client.api.keywords import create_keywords
from visibility_data_service_client.api.mentions import list_mentions
from visibility_data_service_client.models import (
    EventList,
    EventType,
    Keyword,
    MentionList,
    NewKeyword,
    VisibilityChangedEvent,
)

given: dict[str, str] = json.loads(sys.argv[1])
client = AuthenticatedClient(base_url=given["baseUrl"], token=given["apiKey"])
listed = list_mentions.sync(client=client, platform="claude", since=given["since"], per_page=5)
assert isinstance(listed, MentionList), listed
created = create_keywords.sync(client=client, body=NewKeyword(keyword=given["keyword"]))
assert isinstance(created, Keyword), created
events = list_events.sync(client=client, type_=EventType.VISIBILITY_CHANGED)
assert isinstance(events, EventList), events
event = events.data[0]
assert isinstance(event, VisibilityChangedEvent), event
print(
    json.dumps(
        {
            "total": listed.meta.total,
            "position": listed.data[0].position,
            "keyword": created.keyword,
            "score": event.data.new_score,
        }
    )
)
