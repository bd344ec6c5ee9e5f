package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"visibility.example/generators/api"
)

func main() {
	var given struct{ BaseUrl, ApiKey, Since, Keyword string }
	must(json.Unmarshal([]byte(os.Args[1]), &given))
	ctx := context.Background()
	client, err := api.NewClientWithResponses(given.BaseUrl, api.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+given.ApiKey)
			return nil
		}))
	must(err)

	platform, perPage := "claude", 5
	listed, err := client.ListMentionsWithResponse(ctx, &api.ListMentionsParams{
		Platform: &platform, Since: &given.Since, PerPage: &perPage,
	})
	must(err)

	var body api.CreateKeywordsInput
	must(body.FromNewKeyword(api.NewKeyword{Keyword: given.Keyword}))
	created, err := client.CreateKeywordsWithResponse(ctx, &api.CreateKeywordsParams{}, body)
	must(err)
	keyword, err := created.JSON201.AsKeyword()
	must(err)

	kind := api.EventTypeVisibilityChanged
	events, err := client.ListEventsWithResponse(ctx, &api.ListEventsParams{Type: &kind})
	must(err)
	value, err := events.JSON200.Data[0].ValueByDiscriminator()
	must(err)
	event, isChange := value.(api.VisibilityChangedEvent)
	if !isChange {
		panic(fmt.Sprintf("a %T", value))
	}

	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"total":    listed.JSON200.Meta.Total,
		"position": listed.JSON200.Data[0].Position,
		"keyword":  keyword.Keyword,
		"score":    event.Data.NewScore,
	}))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
